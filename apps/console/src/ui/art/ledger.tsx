import { Drawing } from './drawing.tsx'

/** The open book of accounts. */
export function Ledger() {
  return (
    <Drawing accent="M56 56.4c5.5-2.2 11-3 17-2.4">
      <path d="M48 27c-8.5-6-19.5-8-33-6v51c13.5-2 24.5 0 33 6 8.5-6 19.5-8 33-6V21c-13.5-2-24.5 0-33 6z" />
      <path d="M48 27v51" />
      <path d="M11 26v51c14-2 26-.5 34 5.5h6c8-6 20-7.5 34-5.5V26" />
      <path d="M23 32c6-.6 11.5.2 17 2.4M23 42c6-.6 11.5.2 17 2.4M23 52c6-.6 11.5.2 17 2.4M23 62c4-.4 7.5-.2 11 .6" />
      <path d="M56 34.4c5.5-2.2 11-3 17-2.4M56 44.4c5.5-2.2 11-3 17-2.4" />
    </Drawing>
  )
}
