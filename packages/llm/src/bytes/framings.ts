import type { FrameCutter } from './framing.ts'

/**
 * The cutting of a stream's bytes into frames. Dialects read a frame as server-sent events have it, whatever
 * it looked like on the wire; frames that go on as they came are of the framing `sse` alone.
 */
export type Framing = {
  /** The media type that is asked for in `accept`. */
  readonly mediaType: string
  /** Cuts one stream. Has state; is used once. */
  readonly cutter: () => FrameCutter
}
