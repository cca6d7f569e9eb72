import {
  clientOf,
  type Dialect,
  spokenBySuppliers,
  type StreamWriter,
} from '@posthouse/llm/dialects'
import type { SpokenDialect } from '@posthouse/llm/canonical/dialect'
import type { ModelEvent, UsageEvent } from '@posthouse/llm/canonical/event'
import { AnswerBounds } from '@posthouse/llm/canonical/answer-bounds'
import { lossOf } from '@posthouse/llm/canonical/losses'
import type { FrameRun } from '@posthouse/llm/bytes/framing'
import type { Usage } from '@posthouse/llm/canonical/usage'
import type { ClientRoute } from '../../domain/channels/dialect-choice.ts'
import type { ReportedUsage } from '../../charging/reported-usage.ts'
import { isBelieved, isExact } from '../../charging/settlement.ts'
import { bufferOf } from '../../lib/bytes.ts'
import { inlineBytesMax } from '../threads/inline-bytes.ts'
import { EventPassage, type EventPassageWork } from './frame-jobs/event-passage.ts'
import {
  frameTextMax,
  isWrittenAtOnce,
  type ToWriteEnd,
  type TranslatedFrame,
  writeEnd,
} from './frame-jobs/translate-frame.ts'
import type { Cost } from './cost-frames.ts'
import { escaped, heldLength, textIn } from './event-watch.ts'
import { answerTooLong, textTooLong } from './scan/failure-in-frame.ts'
import { namedForClient, type ClientContext } from './client-context.ts'
import { asBuffer, isLargeFrame, lengthOf, type Step, type StepSoon } from './passage.ts'

export type TranslationWork = EventPassageWork &
  ClientContext & {
    readonly from: SpokenDialect
    readonly way: ClientRoute
    readonly cost: Cost | null
  }

/** Bytes of text repeated at the end: ten times the longest answers, and small enough to move between threads. */
const repeatedTextMax = 8 * 1024 * 1024

/** Translates the upstream's frames to the client's dialect. */
export class Translation extends EventPassage {
  readonly #work: TranslationWork
  readonly #to: Dialect
  readonly #writer: StreamWriter
  /** Limits, because the end of an answer repeats all of it. */
  #bounds = new AnswerBounds()
  readonly #forClient: (event: ModelEvent) => ModelEvent
  /** Text of this step that is sent in a later frame: Gemini's calls are sent in one piece. */
  #waiting: string[] = []
  #endsWait = false
  /** Usage to show, once the answer has ended. The last frames are not written yet. */
  #ending: (ReportedUsage & Pick<UsageEvent, 'counted'>) | null = null
  #saidBytes = 0
  /** Length kept for later frames. */
  #heldLength = 0
  readonly #lost = new Set<string>()

  constructor(work: TranslationWork) {
    super(spokenBySuppliers[work.from].asClient.read(), work)
    this.#work = work
    this.#to = clientOf(work.way)
    this.#forClient = namedForClient(work)
    this.#writer = this.#to.asServer.write(work.request)
  }

  override get lost(): readonly string[] {
    return [...this.#lost]
  }

  override get heldBytes(): number {
    const { textKept } = this.#to.asServer
    const kept = Math.min(this.#saidBytes, textKept * this.#work.request.answers)
    return super.heldBytes + this.#heldLength + kept
  }

  take(run: FrameRun): StepSoon {
    const bytes = asBuffer(run.bytes)
    if (isLargeFrame(run)) return this.#takeAside(bytes)
    const out: Buffer[] = []
    let from = 0
    for (const end of run.ends) {
      const events = this.reader.step(bytes.toString('utf8', from, end))
      if (lengthOf(events.map(textIn)) > frameTextMax)
        return { ...this.#step(out), failure: textTooLong }
      this.#events(events, out)
      from = end
    }
    return this.#closed(out)
  }

  finish(): StepSoon {
    const out: Buffer[] = []
    this.#events(this.reader.finish(), out)
    return this.#closed(out)
  }

  countedAs(usage: Usage): StepSoon {
    this.awaitsCount = false
    this.#ending = { usage, absurd: false, counted: true }
    return this.#closed([])
  }

  #step(out: readonly Buffer[]): Step {
    const step = this.watch.step(out, { waiting: this.#waiting, endsWait: this.#endsWait })
    this.#waiting = []
    this.#endsWait = false
    this.#saidBytes += lengthOf(step.texts)
    const text = this.#to.asServer.endRepeats ? this.#saidBytes : this.#heldLength
    return text > repeatedTextMax ? { ...step, failure: step.failure ?? answerTooLong } : step
  }

  #events(events: readonly ModelEvent[], out: Buffer[]): void {
    for (const one of events) {
      if (this.watch.failure !== null) return
      const event = this.#bounds.within(one)
      this.watch.see(event)
      this.#work.see?.(event)
      if (isWrittenAtOnce(event)) this.#write(event, out)
      else if (event.kind === 'end') this.#ended()
    }
  }

  #ended(): void {
    const { reported } = this
    if (!isBelieved(reported)) this.awaitsCount = true
    else this.#ending = { ...reported, ...(!isExact(reported) && { counted: true }) }
  }

  #write(event: ModelEvent, out: Buffer[]): void {
    const told = this.#forClient(event)
    if (lossOf(this.#to.asServer.losses, told, 'streamed') !== null) {
      this.#lost.add(`answer.${told.kind}`)
    }
    const frames = this.#writer.frames(told)
    const text = textIn(event)
    this.#heldLength += heldLength(event, frames, this.#to.asServer.endRepeats)
    if (frames === '') {
      if (text !== '') this.#waiting.push(escaped(text))
      return
    }
    this.#work.seeFrames?.(frames)
    out.push(Buffer.from(frames))
  }

  #send(frames: Buffer, out: Buffer[]): void {
    this.#work.seeFrames?.(frames.toString('utf8'))
    out.push(frames)
  }

  async #takeAside(frame: Buffer): Promise<Step> {
    const { from, way, see } = this.#work
    const done = await this.aside.run(
      'translateFrame',
      { frame, from, way, hearing: this.#hearing, state: this.#state, isSeen: see !== undefined },
      frame.length,
    )
    const out: Buffer[] = []
    if (done === null) return { ...this.#step(out), failure: textTooLong }
    this.#goOnFrom(done, out)
    return this.#closed(out)
  }

  /** The client context without what a thread does not need. */
  get #hearing(): ClientContext {
    const { request, now, name, ownName } = this.#work
    return { request: this.#to.asServer.remembered(request), now, name, ownName }
  }

  get #state() {
    return {
      reading: this.reader.state,
      writing: this.#writer.light,
      extent: this.#bounds.extent,
    }
  }

  #goOnFrom(
    { state, notes, frames, heldLength: length, lost }: NonNullable<TranslatedFrame>,
    out: Buffer[],
  ) {
    this.reader = spokenBySuppliers[this.#work.from].asClient.readOn(state.reading)
    this.#writer.goOn(state.writing)
    this.#bounds = new AnswerBounds(state.extent)
    this.#heldLength += length
    for (const name of lost) this.#lost.add(name)
    this.watch.note(notes)
    for (const event of notes.seen) this.#work.see?.(event)
    for (const { waiting } of notes.spans) for (const text of waiting) this.#waiting.push(text)
    if (frames.length > 0) this.#send(bufferOf(frames), out)
    if (notes.last?.kind === 'end') this.#ended()
  }

  /** The frames to send, followed by the end of the answer, which contains the usage in every dialect. */
  #closed(out: Buffer[]): StepSoon {
    const ending = this.#ending
    if (ending === null) return this.#step(out)
    this.#ending = null
    const { usage, tier, counted } = ending
    const event: UsageEvent = {
      kind: 'usage',
      usage,
      ...(tier !== undefined && { tier }),
      ...(counted !== undefined && { counted }),
    }
    const cost = this.#work.cost?.(ending) ?? null
    const end = { way: this.#work.way, writing: this.#writer.state, usage: event, cost }
    if (this.#heldLength > inlineBytesMax) return this.#closedAside(end, out)
    return this.#closedWith(writeEnd(end), out)
  }

  async #closedAside(end: ToWriteEnd, out: Buffer[]): Promise<Step> {
    return this.#closedWith(await this.aside.run('writeEnd', end, this.#heldLength), out)
  }

  #closedWith(frames: Uint8Array, out: Buffer[]): Step {
    this.#send(bufferOf(frames), out)
    this.#waiting = []
    this.#endsWait = true
    return this.#step(out)
  }
}
