import { isContent, type ModelEvent, type UsageEvent } from '@posthouse/llm/canonical/event'
import type { Channel } from '../../domain/channels/channel.ts'
import { type AttemptFailure, failureIn } from '../../upstream/attempt-failure.ts'
import type { ReportedUsage } from '../../charging/reported-usage.ts'
import { checked, emptyStep, lengthOf, type PassageWork, type Step } from './passage.ts'

/** Facts of a part of a frame. */
export type Span = {
  /** JSON-escaped latin1, one character per byte. */
  readonly texts: readonly string[]
  /** Those that are in no outgoing frame yet. */
  readonly waiting: readonly string[]
  /** It has content for the client, text or not. */
  readonly gives: boolean
  /** It has a stop reason. */
  readonly stops: boolean
  /** The report that follows it. */
  readonly usage: UsageEvent | null
}

/** Facts of a frame's events, small however long it is. */
export type FrameNotes = {
  readonly spans: readonly Span[]
  readonly last: Extract<ModelEvent, { kind: 'failed' | 'end' }> | null
  /** Events for storing reasoning; empty if it is not stored. */
  readonly seen: readonly ModelEvent[]
}

/** Facts of a stream's events, collected read by read. */
export class EventWatch {
  done = false
  complete = false
  failure: AttemptFailure | null = null
  readonly #channel: Channel
  readonly #work: PassageWork
  #texts: string[] = []
  #gives = false
  #contentful = false
  #heard: ReportedUsage | null = null
  /** Text followed the last report, so it covers part of the answer or is a placeholder. */
  #stale = false

  constructor(channel: Channel, work: PassageWork) {
    this.#channel = channel
    this.#work = work
  }

  /** The report that covers the whole answer, if received. */
  get reported(): ReportedUsage | null {
    return this.complete && !this.#stale ? this.#heard : null
  }

  /** The last report in an event. */
  get last(): ReportedUsage | null {
    return this.#heard
  }

  /** The last report, which may cover part of the answer. `untold` is one outside the events. */
  heard(untold: UsageEvent | null): ReportedUsage | null {
    return this.#heard ?? (untold === null ? null : this.checked(reportIn(untold)))
  }

  see(event: ModelEvent): void {
    if (event.kind === 'failed') this.failure = failureIn(event.failure, this.#channel)
    else if (event.kind === 'end') this.done = true
    this.complete ||= this.done || event.kind === 'answer-end'
    if (isContent(event)) this.#given()
    this.#contentful ||= event.kind === 'answer-end'
    if (event.kind === 'usage') {
      this.#heard = this.checked(reportIn(event), this.#heard)
      this.#stale = false
    }
    const text = textIn(event)
    if (text !== '') this.#texts.push(escaped(text))
  }

  /** Adds text of the model that has no event. */
  write(texts: readonly string[]): void {
    if (texts.length === 0) return
    this.#given()
    for (const text of texts) this.#texts.push(escaped(text))
  }

  /** Adds the facts of a frame that was read in a thread. */
  note({ spans, last }: Pick<FrameNotes, 'spans' | 'last'>): void {
    for (const { texts, gives, stops, usage } of spans) {
      if (gives) this.#given()
      this.complete ||= stops
      this.#contentful ||= stops
      for (const text of texts) this.#texts.push(text)
      if (usage !== null) this.see(usage)
    }
    if (last !== null) this.see(last)
  }

  #given(): void {
    this.#gives = true
    this.#contentful = true
    this.#stale = true
  }

  /** Checks a report against its limits. */
  checked(reported: ReportedUsage, before: ReportedUsage | null = null): ReportedUsage {
    return checked(reported, this.#work, { saidBytes: () => lengthOf(this.#texts), before })
  }

  /** The facts since the last step, with the bytes to send. */
  step(
    out: readonly Uint8Array[],
    { waiting, endsWait }: Pick<Step, 'waiting' | 'endsWait'> = emptyStep,
  ): Step {
    const step = {
      out: out.filter(({ length }) => length > 0),
      texts: this.#texts,
      waiting,
      endsWait,
      gives: this.#gives,
      contentful: this.#contentful,
      failure: this.failure,
    }
    this.#work.say?.(this.#texts)
    this.#texts = []
    this.#gives = false
    this.#contentful = false
    return step
  }
}

export const reportIn = ({ usage, tier, absurd, parts }: UsageEvent): ReportedUsage => ({
  usage,
  absurd: absurd === true,
  ...(parts === undefined ? {} : { parts }),
  ...(tier === undefined ? {} : { tier }),
})

export const usageEventOf = ({ usage, tier }: Omit<ReportedUsage, 'absurd'>): UsageEvent => ({
  kind: 'usage',
  usage,
  ...(tier === undefined ? {} : { tier }),
})

/** Text of an event that the model wrote. */
export const textIn = (event: ModelEvent): string => {
  if (event.kind === 'refusal' && event.notice === true) return ''
  if (event.kind === 'tool-call') return `${event.name ?? ''}${event.arguments}`
  if (event.kind === 'audio') return event.transcript
  return 'text' in event ? event.text : ''
}

/** Length of an event that must be kept: the end repeats it, or no frame contains it yet. */
export const heldLength = (event: ModelEvent, frames: string, endRepeats: boolean): number => {
  if (endRepeats) return repeatedLength(event)
  return frames === '' ? textIn(event).length + sealedLength(event) : 0
}

const sealedLength = (event: ModelEvent): number =>
  'signature' in event ? (event.signature?.length ?? 0) : 0

function repeatedLength(event: ModelEvent): number {
  if (event.kind === 'logprobs') return tokenLength * event.tokens.length
  const sealed = sealedLength(event)
  const isData = 'source' in event && event.source.kind === 'data'
  return textIn(event).length + sealed + (isData ? event.source.base64.length : 0)
}

/** Estimated length of a token's log probability, without alternatives. */
const tokenLength = 100

/** JSON-escaped latin1, the form in which delivered text is kept. */
export const escaped = (text: string): string =>
  Buffer.from(JSON.stringify(text).slice(1, -1)).toString('latin1')
