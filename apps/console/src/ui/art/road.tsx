import { Drawing } from './drawing.tsx'

/** The road that goes on. */
export function Road() {
  return (
    <Drawing accent="M34 78c12-6 16-12 12-20">
      <path d="M10 34c12-10 20-10 30 0 8-14 22-16 34-4 4-2 8-2 12 0" />
      <path d="M10 82c20-4 26-14 22-22-4-8 6-14 16-16" />
      <path d="M40 84c22-6 28-16 22-24-4-6-2-12 2-16" />
      <path d="M66 44v-12M62 36h8" />
    </Drawing>
  )
}
