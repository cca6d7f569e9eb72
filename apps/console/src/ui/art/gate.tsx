import { Drawing } from './drawing.tsx'

/** A gate of the relay road. */
export function Gate() {
  return (
    <Drawing accent="M42 82V66a6 6 0 0 1 12 0v16">
      <path d="M12 30c24 7 48 7 72 0" />
      <path d="M16 22c22 6 42 6 64 0" />
      <path d="M24 33v49M72 33v49" />
      <path d="M24 50h48" />
      <path d="M36 34v16M60 34v16" />
      <path d="M10 82h76" />
    </Drawing>
  )
}
