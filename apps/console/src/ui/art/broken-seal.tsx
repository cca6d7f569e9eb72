import { Drawing } from './drawing.tsx'

/** A seal that has come apart. */
export function BrokenSeal() {
  return (
    <Drawing accent="M45 14l5 11-9 10 10 10-8 9 7 11-6 11">
      <path d="M45 14H22a6 6 0 0 0-6 6v50a6 6 0 0 0 6 6h22" />
      <path d="M56 18l19 4.5a6 6 0 0 1 4.5 7.2L69 77a6 6 0 0 1-7.2 4.5L53 79.3" />
      <path d="M23 34c6-.8 11-3 15-7" />
      <path d="M24 40h16M28 40v26M36 52c-.8.8-1.2 2-1.2 3.5V66" />
      <path d="M64.5 33c2 3.8 4.7 6.5 8.5 8.2M62.5 47l7 1.6M67.3 48.2L62 70.5" />
      <path d="M56 18l4 9-8 9 9 10-9 10 6 10-5 13.3" />
      <path d="M48 88l2-1.6M42 85l-1.5 1.5" />
    </Drawing>
  )
}
