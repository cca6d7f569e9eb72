import { type Dialect, type Reader } from '@posthouse/llm/dialects'
import type { FrameRun } from '@posthouse/llm/parts/framing'
import { frameBytesMax } from '@posthouse/llm/parts/framing'
import type { Channel } from '../../channels/channel.ts'
import type { Reported } from '../exchange.ts'
import { EventWatch } from './event-watch.ts'
import { asBuffer, type Passage, type PassageWork, type Step } from './passage.ts'

/** A frame that is longer is not read, only passed. */
const readBytesMax = 16 * 1024 * 1024

/** The same dialect on both sides: frames go on byte for byte, and are read beside. */
export class Watched implements Passage {
  readonly frameBytesMax = frameBytesMax
  atBoundary = true
  readonly #reader: Reader
  readonly #watch: EventWatch
  readonly #seeFrames: PassageWork['seeFrames']
  /** What has come of a frame that goes in pieces. */
  #pieces: Buffer[] = []
  #pieceBytes = 0

  constructor(dialect: Dialect, channel: Channel, work: PassageWork) {
    this.#reader = dialect.asClient.read()
    this.#watch = new EventWatch(channel, work)
    this.#seeFrames = work.seeFrames
  }

  get done(): boolean {
    return this.#watch.done
  }

  get complete(): boolean {
    return this.#watch.complete
  }

  get reported(): Reported | null {
    return this.#watch.reported
  }

  take(run: FrameRun): Step {
    const bytes = asBuffer(run.bytes)
    let from = 0
    for (const end of run.ends) {
      this.#read(bytes.subarray(from, end))
      if (this.#watch.failure !== null) return this.#watch.step([bytes.subarray(0, from)])
      from = end
    }
    this.atBoundary = !run.open && (this.atBoundary || run.ends.length > 0)
    if (from < bytes.length) this.#hold(bytes.subarray(from))
    return this.#watch.step([bytes])
  }

  finish(): Step {
    this.#watch.nextFrame()
    for (const event of this.#reader.finish()) this.#watch.see(event)
    return this.#watch.step([])
  }

  #hold(piece: Buffer): void {
    this.#pieceBytes += piece.length
    if (this.#pieceBytes <= readBytesMax) this.#pieces.push(Buffer.from(piece))
    else this.#pieces = []
    // Something is under way, whatever it will say.
    this.#watch.passed(piece)
  }

  #read(piece: Buffer): void {
    const tooLong = this.#pieceBytes + piece.length > readBytesMax
    const whole = this.#pieces.length === 0 ? piece : Buffer.concat([...this.#pieces, piece])
    this.#pieces = []
    this.#pieceBytes = 0
    if (tooLong) return
    this.#watch.nextFrame()
    const frame = whole.toString('utf8')
    this.#seeFrames?.(frame)
    for (const event of this.#reader.step(frame)) this.#watch.see(event)
  }
}
