import { Drawing } from './drawing.tsx'

/** The road that goes on, and the sign that says where. */
export function Road() {
  return (
    <Drawing accent="M68 58l15-2.5 4 4.8-3.5 5.2L68.5 68z">
      <path d="M6 46c8-3 13-13 19-20 3 4 5.5 6 8.5 8.5C39 27 44 18 49 12c6 7.5 11 16 17 23 2.5-2.5 5-4.5 8-9 4 6.5 9 16 16 20" />
      <path d="M49 12c1 5-1 9 1 13M25 26c.6 3-.4 5 .6 8" />
      <path d="M6 46h30M62 46h28" />
      <path d="M14 86c13-7 21-12 21-18 0-7-14-7-14-13 0-4 7-7 18-9" />
      <path d="M58 86c6-6 9-12 8-18-1.2-7-18-8-17-14 .5-3 4-6 8-8" />
      <path d="M76 68V86M72 86h8" />
    </Drawing>
  )
}
