import { type Dialect, type Reader } from '@posthouse/llm/dialects'
import type { Fields } from '@posthouse/llm/parts/fields'
import type { FrameRun } from '@posthouse/llm/parts/framing'
import { tierOf } from '@posthouse/llm/protocols/gemini/usage'
import type { Channel } from '../../channels/channel.ts'
import type { Reported } from '../exchange.ts'
import { isBelieved } from '../settlement.ts'
import { type Cost, frameWithCost } from './cost-frames.ts'
import { EventWatch } from './event-watch.ts'
import { asBuffer, emptyStep, type Passage, type PassageWork, type Step } from './passage.ts'

export type WatchedWork = PassageWork & {
  /** Puts the price into the frames that report usage; null: nobody asked. */
  readonly cost: Cost | null
}

/** The same dialect on both sides: frames go on byte for byte, and are read beside. */
export class Watched implements Passage {
  readonly awaitsCount = false
  readonly #reader: Reader
  readonly #watch: EventWatch
  readonly #dialect: Dialect
  readonly #work: WatchedWork

  constructor(dialect: Dialect, channel: Channel, work: WatchedWork) {
    this.#dialect = dialect
    this.#work = work
    this.#reader = dialect.asClient.read()
    this.#watch = new EventWatch(channel, work)
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

  get heard(): Reported | null {
    return this.#watch.heard(this.#reader.heard())
  }

  /** Bytes stay as they came: what their supplier leaves out stays out. */
  countedAs(): Step {
    return emptyStep
  }

  take(run: FrameRun): Step {
    const bytes = asBuffer(run.bytes)
    const out: Buffer[] = []
    let from = 0
    let sent = 0
    for (const end of run.ends) {
      this.#read(bytes.subarray(from, end))
      if (this.#watch.failure !== null) {
        return this.#watch.step([...out, bytes.subarray(sent, from)])
      }
      const priced = this.#priced(bytes.subarray(from, end))
      if (priced !== null) {
        out.push(bytes.subarray(sent, from), priced)
        sent = end
      }
      from = end
    }
    return this.#watch.step([...out, bytes.subarray(sent)])
  }

  /** The frame that was just read, with its price; null: it stays as it came. */
  #priced(frame: Buffer): Buffer | null {
    const { cost } = this.#work
    if (cost === null) return null
    const priced = frameWithCost(frame.toString('utf8'), this.#dialect.id, (usage) => {
      const reported = this.#reportedIn(usage)
      return isBelieved(reported) ? cost(reported) : null
    })
    return priced === null ? null : Buffer.from(priced)
  }

  /** Gemini repeats its usage in every chunk, and is believed only when the last has come. */
  #reportedIn(usage: Fields): Reported | null {
    if (this.#dialect.id !== 'gemini') return this.#watch.reported
    const reported = this.#dialect.usage(usage)
    const tier = tierOf(usage)
    if (reported === null) return null
    return this.#watch.checked({ ...reported, ...(tier === null ? {} : { tier }) })
  }

  finish(): Step {
    for (const event of this.#reader.finish()) this.#watch.see(event)
    return this.#watch.step([])
  }

  #read(bytes: Buffer): void {
    const frame = bytes.toString('utf8')
    this.#work.seeFrames?.(frame)
    for (const event of this.#reader.step(frame)) this.#watch.see(event)
  }
}
