import { Drawing } from './drawing.tsx'

/** A gate of the relay road. */
export function Gate() {
  return (
    <Drawing accent="M38 82V66c0-6 4-10 10-10s10 4 10 10v16">
      <path d="M8 32c7-1.2 12-4.6 15-10h50c3 5.4 8 8.8 15 10" />
      <path d="M8 32c26.5 3.2 53.5 3.2 80 0" />
      <path d="M23 22c3-1.8 5-4.4 6-8h38c1 3.6 3 6.2 6 8" />
      <path d="M24 34.2V82M32 34.7V82M64 34.7V82M72 34.2V82" />
      <path d="M32 44h32" />
      <path d="M32 56h8M56 56h8" />
      <path d="M42 44v-9M54 44v-9" />
      <path d="M12 82h24M60 82h24" />
    </Drawing>
  )
}
