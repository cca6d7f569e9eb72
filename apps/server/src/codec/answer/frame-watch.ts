import type { Dialect } from '@posthouse/llm/dialects'
import { isContent } from '@posthouse/llm/canonical/event'
import type { Fields } from '@posthouse/llm/bytes/fields'
import { dataOf, type FrameRun } from '@posthouse/llm/bytes/framing'
import type { Usage } from '@posthouse/llm/canonical/usage'
import type { ReportedUsage } from '../../charging/reported-usage.ts'
import { isBelieved, isExact } from '../../charging/settlement.ts'
import { bufferOf } from '../../lib/bytes.ts'
import { type Cost, framesWithCost, frameWithUsage } from './cost-frames.ts'
import { EventPassage, type EventPassageWork } from './frame-jobs/event-passage.ts'
import { usageEventOf } from './event-watch.ts'
import { UntranslatedTexts } from './untranslated.ts'
import { asBuffer, emptyStep, isLargeFrame, type Step, type StepSoon } from './passage.ts'

export type FrameWatchWork = EventPassageWork & {
  /** Puts the price into the frames that report usage; null: nobody asked. */
  readonly cost: Cost | null
}

/** Behind its reason to stop an answer has an event or two, and its end. */
const heldFramesMax = 64
const heldBytesMax = 64 * 1024

const nothing = Buffer.alloc(0)

/**
 * The same dialect on both sides: frames go on byte for byte, and are read beside. The last ones wait where their
 * usage cannot be told as it came.
 */
export class FrameWatch extends EventPassage {
  #unread: UntranslatedTexts
  readonly #dialect: Dialect
  readonly #work: FrameWatchWork
  /** The end of an answer whose usage is not believed: what is counted goes out with it. */
  #held: Buffer[] = []

  constructor(dialect: Dialect, work: FrameWatchWork) {
    super(dialect.asClient.read(), work)
    this.#dialect = dialect
    this.#work = work
    this.#unread = new UntranslatedTexts(dialect.id)
  }

  take(run: FrameRun): StepSoon {
    const bytes = asBuffer(run.bytes)
    if (isLargeFrame(run)) return this.#takeAside(bytes)
    const out: Buffer[] = []
    let from = 0
    let sent = 0
    for (const end of run.ends) {
      const frame = bytes.subarray(from, end)
      const went = this.#takeFrame(frame)
      if (this.watch.failure !== null) {
        return this.watch.step([...out, bytes.subarray(sent, from)])
      }
      if (went !== frame) {
        out.push(bytes.subarray(sent, from), went)
        sent = end
      }
      from = end
    }
    return this.watch.step([...out, bytes.subarray(sent)])
  }

  finish(): Step {
    for (const event of this.reader.finish()) this.watch.see(event)
    const { complete, reported } = this.watch
    if (!complete || isExact(reported) || this.watch.failure !== null) return this.watch.step([])
    const { openEnd } = this.#dialect.asClient
    if (!isBelieved(reported)) this.awaitsCount ||= this.#held.length > 0 || openEnd !== null
    else if (openEnd !== null) {
      const told = this.#told(Buffer.from(openEnd.emptyFrame), reported)
      return this.watch.step([this.#letOut(told, () => reported)])
    }
    return this.watch.step([])
  }

  countedAs(usage: Usage): Step {
    this.awaitsCount = false
    const tier = this.heard?.tier
    const counted = { usage, absurd: false, ...(tier !== undefined && { tier }) }
    const { openEnd } = this.#dialect.asClient
    const frames = openEnd === null ? this.#held.splice(0) : [Buffer.from(openEnd.emptyFrame)]
    const told = Buffer.concat(frames.map((frame) => this.#told(frame, counted)))
    return { ...emptyStep, out: [this.#letOut(told, () => counted)] }
  }

  /** The bytes that go out for a frame: the same where nothing changes. */
  #takeFrame(frame: Buffer): Buffer {
    const text = frame.toString('utf8')
    if (this.watch.done) return this.#afterEnd(frame, () => this.#saysBehind(text))
    const before = this.watch.last
    const events = this.reader.step(text)
    if (!events.some(({ kind }) => kind === 'failed')) this.watch.write(this.#unread.step(text))
    for (const event of events) this.watch.see(event)
    const cut = this.#takeSeen(frame, before)
    if (this.watch.failure !== null || cut === 'goes-no-further') return nothing
    const told = cut === 'as-it-came' ? frame : this.#told(frame, cut)
    return this.#letOut(this.#withHeld(told), (usage) => this.#reportedIn(usage))
  }

  async #takeAside(frame: Buffer): Promise<Step> {
    const state = { reading: this.reader.state, unread: this.#unread.state }
    const isBehind = this.watch.done
    const { id, asClient } = this.#dialect
    const read = await this.aside.run(
      'readFrame',
      { frame, from: id, state: isBehind ? null : state, isSeen: this.#work.see !== undefined },
      frame.length,
    )
    if (isBehind) return this.watch.step([this.#afterEnd(frame, () => read.isSaid)])
    const before = this.watch.last
    this.reader = asClient.readOn(read.state.reading)
    this.#unread = new UntranslatedTexts(id, read.state.unread)
    this.watch.note(read.notes)
    const cut = this.#takeSeen(frame, before)
    if (this.watch.failure !== null || cut === 'goes-no-further') return this.watch.step([])
    const told = cut === 'as-it-came' ? frame : await this.#toldAside(frame, cut)
    return this.watch.step([await this.#letOutAside(this.#withHeld(told))])
  }

  /** The change of a frame once it was seen: a report is told in it instead of its own. */
  #takeSeen(
    frame: Buffer,
    before: ReportedUsage | null,
  ): ReportedUsage | 'as-it-came' | 'goes-no-further' {
    const { failure, complete, reported, done, last } = this.watch
    if (failure !== null) return 'as-it-came'
    if (complete && !isBelieved(reported)) {
      this.#hold(frame, done)
      this.awaitsCount = done
      return 'goes-no-further'
    }
    return last !== before && isBelieved(last) && !isExact(last) ? last : 'as-it-came'
  }

  /** Behind what was held. */
  #withHeld(frame: Buffer): Buffer {
    const held = this.#held.splice(0)
    return held.length === 0 ? frame : Buffer.concat([...held, frame])
  }

  /** Frames behind the end are no part of the answer, and no error of it: those that say neither go on. */
  #afterEnd(frame: Buffer, says: () => boolean): Buffer {
    if (says()) return nothing
    if (this.#held.length === 0) return frame
    this.#hold(frame, false)
    return nothing
  }

  #saysBehind(text: string): boolean {
    const events = this.#dialect.asClient.read().step(text)
    const says = events.some((event) => event.kind === 'failed' || isContent(event))
    return says && dataOf(text)?.trim() !== '[DONE]'
  }

  /** A supplier may stop, and never end: of what it says between, only the first is kept for the client. */
  #hold(frame: Buffer, isEnd: boolean): void {
    const bytes = this.#held.reduce((sum, { length }) => sum + length, 0)
    const hasRoom = this.#held.length < heldFramesMax && bytes <= heldBytesMax
    if (isEnd || hasRoom) this.#held.push(Buffer.from(frame))
  }

  /** A frame with the usage that is charged, where it has a place for one. */
  #told(frame: Buffer, reported: ReportedUsage): Buffer {
    const usage = this.#usageTold(reported)
    const told = frameWithUsage(frame.toString('utf8'), this.#dialect.id, usage)
    return told === null ? frame : Buffer.from(told)
  }

  async #toldAside(frame: Buffer, reported: ReportedUsage): Promise<Buffer> {
    const { id: dialect } = this.#dialect
    const usage = this.#usageTold(reported)
    const told = await this.aside.run('tellUsage', { frame, dialect, usage }, frame.length)
    return told === null ? frame : bufferOf(told)
  }

  #usageTold(reported: ReportedUsage): Fields {
    return this.#dialect.usageFields({ ...usageEventOf(reported), counted: true })
  }

  /** Frames as they go out, with their price where somebody asked for it. */
  #letOut(frames: Buffer, reportedIn: (usage: Fields) => ReportedUsage | null): Buffer {
    const { cost, seeFrames } = this.#work
    if (cost === null && seeFrames === undefined) return frames
    const text = frames.toString('utf8')
    seeFrames?.(text)
    if (cost === null) return frames
    const priced = framesWithCost(text, this.#dialect.id, (usage) =>
      costIn(cost, reportedIn(usage)),
    )
    return priced === text ? frames : Buffer.from(priced)
  }

  async #letOutAside(frames: Buffer): Promise<Buffer> {
    const { cost, seeFrames } = this.#work
    seeFrames?.(frames.toString('utf8'))
    if (cost === null) return frames
    const { id: dialect } = this.#dialect
    const usages = await this.aside.run('usagesIn', { frames, dialect }, frames.length)
    const costs = usages.map((usage) => costIn(cost, this.#reportedIn(usage)))
    if (costs.every((one) => one === null)) return frames
    return bufferOf(await this.aside.run('priceFrames', { frames, dialect, costs }, frames.length))
  }

  /** Usage that is repeated in every chunk is believed only when the last has come. */
  #reportedIn(usage: Fields): ReportedUsage | null {
    const { openEnd } = this.#dialect.asClient
    if (openEnd === null) return this.watch.reported
    const reported = this.#dialect.usage(usage)
    const tier = openEnd.tierIn(usage)
    if (reported === null) return null
    return this.watch.checked({ ...reported, ...(tier === null ? {} : { tier }) })
  }
}

const costIn = (cost: Cost, reported: ReportedUsage | null): string | null =>
  isBelieved(reported) ? cost(reported) : null
