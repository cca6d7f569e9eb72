import type { Dialect, Reader, Spoken, Writer } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/event'
import { AnswerBounds } from '@posthouse/llm/parts/answer-bounds'
import type { FrameRun } from '@posthouse/llm/parts/framing'
import { callersToolNames } from '@posthouse/llm/parts/tool-id'
import type { ModelRequest } from '@posthouse/llm/request'
import type { Usage } from '@posthouse/llm/usage'
import type { AttemptFailure } from '../../../upstream/attempt-failure.ts'
import type { Channel } from '../../../channels/channel.ts'
import type { Reported } from '../../../charging/reported.ts'
import { isBelieved, isExact } from '../../../charging/settlement.ts'
import { type Cost, framesWithCost } from './cost-frames.ts'
import { escaped, EventWatch, textIn } from './event-watch.ts'
import {
  asBuffer,
  frameTooLong,
  lengthOf,
  type Passage,
  type PassageWork,
  type Step,
} from './passage.ts'

export type TranslatedWork = PassageWork & {
  readonly channel: Channel
  /** What the upstream speaks. */
  readonly from: Spoken
  /** What the client speaks. */
  readonly to: Dialect
  /** As the client asked. */
  readonly request: ModelRequest
  readonly cost: Cost | null
  /** Seconds: when the answer began, for suppliers that do not say. */
  readonly now: number
  /** What the client knows the answer by; null: what its supplier calls it. */
  readonly name: string | null
  /** What the answer is called where its supplier gives it no name. */
  readonly ownName: string
}

/** What a client's names are known by. */
export type Hearing = Pick<TranslatedWork, 'request' | 'now' | 'name' | 'ownName'>

/** The client hears the names that it gave: of the model, and of tools that had to be called otherwise. */
export function forClient({
  request,
  now,
  name,
  ownName,
}: Hearing): (event: ModelEvent) => ModelEvent {
  const toolName = callersToolNames(request.tools)
  return (event) => {
    if (event.kind === 'start') {
      const created = event.created === 0 ? now : event.created
      const id = name ?? (event.id === '' ? ownName : event.id)
      return { ...event, id, model: request.model, created }
    }
    return event.kind === 'tool-call' && event.name !== null
      ? { ...event, name: toolName(event.name) }
      : event
  }
}

/** Characters of text in one frame: the longest answers have a quarter, and to write more anew stops the loop. */
const frameTextMax = 1024 * 1024

/** A bound of our own: another supplier would say as much. */
const textTooLong: AttemptFailure = { ...frameTooLong, verdict: 'retry-nowhere' }

/** Two dialects: what the upstream's frames mean is written anew in the client's. */
export class Translated implements Passage {
  awaitsCount = false
  readonly #work: TranslatedWork
  readonly #reader: Reader
  readonly #writer: Writer
  readonly #watch: EventWatch
  /** The end of an answer repeats all of it. */
  readonly #bounds = new AnswerBounds()
  readonly #forClient: (event: ModelEvent) => ModelEvent
  /** What the client's dialect keeps for its last frame, of the step under way: Gemini's calls go out in one piece. */
  #waiting: string[] = []
  #endsWait = false
  /** What the client is told of the usage, when it goes out with the end. */
  #told: Reported | null = null

  constructor(work: TranslatedWork) {
    this.#work = work
    this.#forClient = forClient(work)
    this.#reader = work.from.asClient.read()
    this.#writer = work.to.asServer.write(work.request)
    this.#watch = new EventWatch(work.channel, work)
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
    for (const end of run.ends) {
      const events = this.#reader.step(bytes.toString('utf8', from, end))
      if (lengthOf(events.map(textIn)) > frameTextMax)
        return { ...this.#step(out), failure: textTooLong }
      this.#events(events, out)
      from = end
    }
    return this.#step(out)
  }

  finish(): Step {
    const out: Buffer[] = []
    this.#events(this.#reader.finish(), out)
    return this.#step(out)
  }

  countedAs(usage: Usage): Step {
    this.awaitsCount = false
    const out: Buffer[] = []
    this.#end({ usage, absurd: false }, { counted: true }, out)
    return this.#step(out)
  }

  #step(out: readonly Buffer[]): Step {
    const step = this.#watch.step(out, { waiting: this.#waiting, endsWait: this.#endsWait })
    this.#waiting = []
    this.#endsWait = false
    return step
  }

  #events(events: readonly ModelEvent[], out: Buffer[]): void {
    for (const one of events) {
      if (this.#watch.failure !== null) return
      const event = this.#bounds.within(one)
      this.#watch.see(event)
      this.#work.see?.(event)
      // The gateway words what failed, in the client's dialect.
      if (event.kind === 'failed') return
      if (event.kind === 'usage') continue
      if (event.kind !== 'end') this.#writeContent(event, out)
      else if (isBelieved(this.reported)) {
        this.#end(this.reported, isExact(this.reported) ? {} : { counted: true }, out)
      } else this.awaitsCount = true
    }
  }

  /** What was used goes out before the end, where every dialect has its place for it. */
  #end(reported: Reported, mark: { readonly counted?: true }, out: Buffer[]): void {
    this.#told = reported
    const { usage, tier } = reported
    this.#write({ kind: 'usage', usage, ...(tier === undefined ? {} : { tier }), ...mark }, out)
    this.#write({ kind: 'end' }, out)
    this.#waiting = []
    this.#endsWait = true
  }

  #writeContent(event: ModelEvent, out: Buffer[]): void {
    const frames = out.length
    this.#write(event, out)
    const text = textIn(event)
    if (text !== '' && out.length === frames) this.#waiting.push(escaped(text))
  }

  #write(event: ModelEvent, out: Buffer[]): void {
    const frames = this.#writer.frames(this.#forClient(event))
    if (frames === '') return
    this.#work.seeFrames?.(frames)
    out.push(Buffer.from(this.#priced(frames)))
  }

  #priced(frames: string): string {
    const { cost, to } = this.#work
    const told = this.#told
    if (cost === null || told === null) return frames
    return framesWithCost(frames, to.id, () => cost(told))
  }
}
