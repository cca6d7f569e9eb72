import type { Framing } from '@posthouse/llm/bytes/framings'
import { type FrameCutter, type FrameRun, framesOf } from '@posthouse/llm/bytes/framing'
import type { HoldSlices } from '../../charging/hold-slices.ts'
import type { TransportError } from '../../upstream/transport/transport.ts'
import { hasLargeFrame } from '../../codec/answer/passage.ts'

/** Input from the upstream: frames, or the end. */
export type Coming = FrameRun | 'end' | TransportError

/** Bytes processed in one turn of the event loop. */
const turnBytesMax = 64 * 1024

/** Received input that is not processed yet, in order. */
export class StreamInput {
  readonly #cutter: FrameCutter
  #waiting: Coming[] = []
  #turnBytes = 0
  /** Waiting for the next turn. */
  isResting = false

  constructor({ cutter }: Framing) {
    this.#cutter = cutter()
  }

  get heldBytes(): number {
    const frames = this.#waiting.filter(isRun)
    return this.#cutter.heldBytes + frames.reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  /** Takes the frames to process together. */
  cut(
    chunk: Buffer,
    slices: Pick<HoldSlices, 'hasRoomFor' | 'isBeyondLimit'>,
  ): readonly FrameRun[] {
    this.#turnBytes += chunk.length
    const run = this.#cutter.push(chunk)
    if (run === null) return []
    return isTakenSingly(run, slices) ? framesOf(run) : [run]
  }

  /** The rest of a stream that ended without a final boundary. */
  takeRest(): FrameRun | null {
    const bytes = this.#cutter.flush()
    return bytes === null ? null : { bytes, ends: [bytes.length], open: false }
  }

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

/** Whether frames must be processed one by one, because one is large or their text may exceed the hold or the limit. */
function isTakenSingly(
  run: FrameRun,
  slices: Pick<HoldSlices, 'hasRoomFor' | 'isBeyondLimit'>,
): boolean {
  const { length } = run.bytes
  if (run.ends.length < 2) return false
  return !slices.hasRoomFor(length) || slices.isBeyondLimit(length) || hasLargeFrame(run)
}

const isRun = (one: Coming): one is FrameRun => one !== 'end' && !(one instanceof Error)
