import type { Framing } from '@posthouse/llm/bytes/framings'
import { type FrameCutter, type FrameRun, framesOf } from '@posthouse/llm/bytes/framing'
import type { HoldSlices } from '../../charging/hold-slices.ts'
import type { TransportError } from '../../upstream/transport/transport.ts'
import { hasLargeFrame } from '../../codec/answer/passage.ts'

/** The upstream's words: frames, or the end. */
export type Coming = FrameRun | 'end' | TransportError

/** So much is read, and written anew, in a turn of the event loop: what comes faster waits for the next one. */
const turnBytesMax = 64 * 1024

/** The upstream's side of a stream: what came of it and has not been looked at, in its order. */
export class StreamInput {
  readonly #cutter: FrameCutter
  #waiting: Coming[] = []
  #turnBytes = 0
  /** Others have their turn: what comes waits. */
  isResting = false

  constructor({ cutter }: Framing) {
    this.#cutter = cutter()
  }

  /** Bytes of memory that it takes. */
  get heldBytes(): number {
    const frames = this.#waiting.filter(isRun)
    return this.#cutter.heldBytes + frames.reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  /** The frames that are looked at together. */
  cut(
    chunk: Buffer,
    slices: Pick<HoldSlices, 'hasRoomFor' | 'isBeyondLimit'>,
  ): readonly FrameRun[] {
    this.#turnBytes += chunk.length
    const run = this.#cutter.push(chunk)
    if (run === null) return []
    return isTakenSingly(run, slices) ? framesOf(run) : [run]
  }

  /** The rest of a stream that ended without a last boundary. */
  takeRest(): FrameRun | null {
    const bytes = this.#cutter.flush()
    return bytes === null ? null : { bytes, ends: [bytes.length], open: false }
  }

  /** As much has come as is read in a turn. */
  isTurnOver(): boolean {
    return this.#turnBytes >= turnBytesMax
  }

  rest(then: () => void): void {
    this.#turnBytes = 0
    this.isResting = true
    setImmediate(() => {
      this.isResting = false
      then()
    })
  }

  wait(coming: readonly Coming[]): void {
    for (const one of coming) this.#waiting.push(one)
  }

  takeWaiting(): readonly Coming[] {
    return this.#waiting.splice(0)
  }
}

/** Its frames are looked at one by one: one is large, or its text may reach beyond what is held or asked for. */
function isTakenSingly(
  run: FrameRun,
  slices: Pick<HoldSlices, 'hasRoomFor' | 'isBeyondLimit'>,
): boolean {
  const { length } = run.bytes
  if (run.ends.length < 2) return false
  return !slices.hasRoomFor(length) || slices.isBeyondLimit(length) || hasLargeFrame(run)
}

const isRun = (one: Coming): one is FrameRun => one !== 'end' && !(one instanceof Error)
