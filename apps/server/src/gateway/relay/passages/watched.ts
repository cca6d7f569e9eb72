import { type Dialect, type Reader } from '@posthouse/llm/dialects'
import { isContent } from '@posthouse/llm/event'
import type { Fields } from '@posthouse/llm/parts/fields'
import { dataOf, type FrameRun } from '@posthouse/llm/parts/framing'
import { tierOf } from '@posthouse/llm/dialects/gemini/usage'
import type { Usage } from '@posthouse/llm/usage'
import type { Channel } from '../../../channels/channel.ts'
import type { Reported } from '../../../charging/reported.ts'
import { isBelieved, isExact } from '../../../charging/settlement.ts'
import { type Cost, framesWithCost, frameWithUsage } from './cost-frames.ts'
import { EventWatch, usageEventOf } from './event-watch.ts'
import { Unread } from './unread.ts'
import { asBuffer, emptyStep, type Passage, type PassageWork, type Step } from './passage.ts'

export type WatchedWork = PassageWork & {
  /** Puts the price into the frames that report usage; null: nobody asked. */
  readonly cost: Cost | null
}

/** Behind its reason to stop an answer has an event or two, and its end. */
const heldFramesMax = 64
const heldBytesMax = 64 * 1024

const nothing = Buffer.alloc(0)
/** Of Gemini: with room for usage alone. */
const emptyChunk = Buffer.from('data: {"usageMetadata":{}}\r\n\r\n')

/**
 * The same dialect on both sides: frames go on byte for byte, and are read beside. The last ones wait where their
 * usage cannot be told as it came.
 */
export class Watched implements Passage {
  awaitsCount = false
  readonly #reader: Reader
  readonly #watch: EventWatch
  readonly #unread: Unread
  readonly #dialect: Dialect
  readonly #work: WatchedWork
  /** The end of an answer whose usage is not believed: what is counted goes out with it. */
  #held: Buffer[] = []

  constructor(dialect: Dialect, channel: Channel, work: WatchedWork) {
    this.#dialect = dialect
    this.#work = work
    this.#reader = dialect.asClient.read()
    this.#watch = new EventWatch(channel, work)
    this.#unread = new Unread(dialect.id)
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

  take(run: FrameRun): Step {
    const bytes = asBuffer(run.bytes)
    const out: Buffer[] = []
    let from = 0
    let sent = 0
    for (const end of run.ends) {
      const frame = bytes.subarray(from, end)
      const went = this.#takeFrame(frame)
      if (this.#watch.failure !== null) {
        return this.#watch.step([...out, bytes.subarray(sent, from)])
      }
      if (went !== frame) {
        out.push(bytes.subarray(sent, from), went)
        sent = end
      }
      from = end
    }
    return this.#watch.step([...out, bytes.subarray(sent)])
  }

  finish(): Step {
    for (const event of this.#reader.finish()) this.#watch.see(event)
    const { complete, reported } = this.#watch
    if (!complete || isExact(reported) || this.#watch.failure !== null) return this.#watch.step([])
    if (!isBelieved(reported)) this.awaitsCount ||= this.#held.length > 0 || this.#isOpenEnded
    else if (this.#isOpenEnded) {
      const told = this.#told(emptyChunk, reported)
      return this.#watch.step([this.#letOut(told, () => reported)])
    }
    return this.#watch.step([])
  }

  countedAs(usage: Usage): Step {
    this.awaitsCount = false
    const tier = this.heard?.tier
    const counted = { usage, absurd: false, ...(tier !== undefined && { tier }) }
    const frames = this.#isOpenEnded ? [emptyChunk] : this.#held.splice(0)
    const told = Buffer.concat(frames.map((frame) => this.#told(frame, counted)))
    return { ...emptyStep, out: [this.#letOut(told, () => counted)] }
  }

  /** What goes out for a frame: the same bytes where nothing changes. */
  #takeFrame(frame: Buffer): Buffer {
    if (this.#watch.done) return this.#afterEnd(frame)
    const before = this.#watch.last
    const text = frame.toString('utf8')
    const events = this.#reader.step(text)
    if (!events.some(({ kind }) => kind === 'failed')) this.#watch.write(this.#unread.step(text))
    for (const event of events) this.#watch.see(event)
    const { failure, complete, reported, done, last } = this.#watch
    if (failure !== null) return frame
    if (complete && !isBelieved(reported)) {
      this.#hold(frame, done)
      this.awaitsCount = done
      return nothing
    }
    const isCut = last !== before && isBelieved(last) && !isExact(last)
    const told = isCut ? this.#told(frame, last) : frame
    const held = this.#held.splice(0)
    const out = held.length === 0 ? told : Buffer.concat([...held, told])
    return this.#letOut(out, (usage) => this.#reportedIn(usage))
  }

  /** What stands behind the end is no part of the answer, and no error of it: what says neither goes on. */
  #afterEnd(frame: Buffer): Buffer {
    const text = frame.toString('utf8')
    const events = this.#dialect.asClient.read().step(text)
    const says = events.some((event) => event.kind === 'failed' || isContent(event))
    if (says && dataOf(text)?.trim() !== '[DONE]') return nothing
    if (this.#held.length === 0) return frame
    this.#hold(frame, false)
    return nothing
  }

  /** A supplier may stop, and never end: of what it says between, only the first is kept for the client. */
  #hold(frame: Buffer, isEnd: boolean): void {
    const bytes = this.#held.reduce((sum, { length }) => sum + length, 0)
    const hasRoom = this.#held.length < heldFramesMax && bytes <= heldBytesMax
    if (isEnd || hasRoom) this.#held.push(Buffer.from(frame))
  }

  /** A frame with the usage that is charged, where it has a place for one. */
  #told(frame: Buffer, reported: Reported): Buffer {
    const fields = this.#dialect.usageFields({ ...usageEventOf(reported), counted: true })
    const told = frameWithUsage(frame.toString('utf8'), this.#dialect.id, fields)
    return told === null ? frame : Buffer.from(told)
  }

  /** A stream without a last frame: every chunk of Gemini's may be one. */
  get #isOpenEnded(): boolean {
    return this.#dialect.id === 'gemini'
  }

  /** Frames as they go out, with their price where somebody asked for it. */
  #letOut(frames: Buffer, reportedIn: (usage: Fields) => Reported | null): Buffer {
    const { cost, seeFrames } = this.#work
    if (cost === null && seeFrames === undefined) return frames
    const text = frames.toString('utf8')
    seeFrames?.(text)
    if (cost === null) return frames
    const priced = framesWithCost(text, this.#dialect.id, (usage) => {
      const reported = reportedIn(usage)
      return isBelieved(reported) ? cost(reported) : null
    })
    return priced === text ? frames : Buffer.from(priced)
  }

  /** Gemini repeats its usage in every chunk, and is believed only when the last has come. */
  #reportedIn(usage: Fields): Reported | null {
    if (this.#dialect.id !== 'gemini') return this.#watch.reported
    const reported = this.#dialect.usage(usage)
    const tier = tierOf(usage)
    if (reported === null) return null
    return this.#watch.checked({ ...reported, ...(tier === null ? {} : { tier }) })
  }
}
