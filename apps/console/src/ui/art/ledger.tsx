import { Drawing } from './drawing.tsx'

/** The open book of accounts. */
export function Ledger() {
  return (
    <Drawing accent="M56 56c5-2 10-2.6 16-2">
      <path d="M48 26c-8-6-20-8-32-6v52c12-2 24 0 32 6 8-6 20-8 32-6V20c-12-2-24 0-32 6z" />
      <path d="M48 26v52" />
      <path d="M24 34c6-.6 11 0 16 2M24 44c6-.6 11 0 16 2M72 34c-6-.6-11 0-16 2M72 44c-6-.6-11 0-16 2" />
      <path d="M24 54c6-.6 11 0 16 2" />
    </Drawing>
  )
}
