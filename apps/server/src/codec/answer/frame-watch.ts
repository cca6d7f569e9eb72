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
  /** Writes the cost into frames that report usage, if requested. */
  readonly cost: Cost | null
}

/** After its stop reason an answer has one or two events and its end. */
const heldFramesMax = 64
const heldBytesMax = 64 * 1024

const nothing = Buffer.alloc(0)

/**
 * Same dialect on both sides: frames are forwarded byte for byte and read as well. The last ones wait if their usage cannot be shown
 * unchanged.
 */
export class FrameWatch extends EventPassage {
  #unread: UntranslatedTexts
  readonly #dialect: Dialect
  readonly #work: FrameWatchWork
  /** End of an answer with an implausible report, to be sent with our count. */
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

  /** Bytes to send for a frame. */
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

  /** Replaces the report in a frame that was read, if needed. */
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

  /** After held frames. */
  #withHeld(frame: Buffer): Buffer {
    const held = this.#held.splice(0)
    return held.length === 0 ? frame : Buffer.concat([...held, frame])
  }

  /** Frames after the end are forwarded unless they contain content or an error. */
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

  /** Holds frames between stop reason and end, up to a limit, because a supplier may never send the end. */
  #hold(frame: Buffer, isEnd: boolean): void {
    const bytes = this.#held.reduce((sum, { length }) => sum + length, 0)
    const hasRoom = this.#held.length < heldFramesMax && bytes <= heldBytesMax
    if (isEnd || hasRoom) this.#held.push(Buffer.from(frame))
  }

  /** Writes the charged usage into a frame that has a place for it. */
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

  /** Adds the cost to outgoing frames, if requested. */
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

  /** Usage repeated in every chunk is used only from the last one. */
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
