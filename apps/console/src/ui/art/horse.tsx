import { Drawing } from './drawing.tsx'

/** A horse that waits for the next rider. */
export function Horse() {
  return (
    <Drawing accent="M60 47c-5 3-10 4-16 4">
      <path d="M22 80c2-12 4-18 4-26 0-16 10-26 26-30l4-8 5 9c8 4 12 12 16 22l-7 7c-5-2-9-3-13-2" />
      <path d="M61 41c-6 8-6 16-2 24 2 5 3 9 3 15" />
      <path d="M52 24c-3 4-8 6-12 14" />
      <path d="M62 34h.5" />
      <path d="M12 80h72" />
    </Drawing>
  )
}
