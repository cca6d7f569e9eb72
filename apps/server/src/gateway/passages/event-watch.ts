import { isContent, type ModelEvent } from '@posthouse/llm/event'
import type { Channel } from '../../channels/channel.ts'
import { type AttemptFailure, failureIn } from '../../upstream/attempt-failure.ts'
import type { Reported } from '../exchange.ts'
import { checked, type PassageWork, type Step } from './passage.ts'

/** What the relay has to know of the events of a stream, gathered from one read to the next. */
export class EventWatch {
  done = false
  complete = false
  failure: AttemptFailure | null = null
  reported: Reported | null = null
  readonly #channel: Channel
  readonly #work: PassageWork
  #texts: string[] = []
  #contentful = false
  /** The frame under way is the one that began the answer. */
  #beginning = false
  /** What it says was used: the input, and next to nothing of the output. */
  #early: Reported | null = null

  constructor(channel: Channel, work: PassageWork) {
    this.#channel = channel
    this.#work = work
  }

  /** The events of another frame follow. */
  nextFrame(): void {
    this.#beginning = false
    this.#early = null
  }

  see(event: ModelEvent): void {
    if (event.kind === 'failed') this.failure = failureIn(event.failure, this.#channel)
    else if (event.kind === 'start') this.#beginning = true
    else if (event.kind === 'usage') this.#used(event)
    else if (event.kind === 'answer-end') {
      this.complete = true
      this.reported ??= this.#early
    } else if (event.kind === 'end') this.done = true
    this.complete ||= this.done
    this.#contentful ||= isContent(event) || event.kind === 'answer-end'
    const text = textIn(event)
    if (text !== '') this.#texts.push(escaped(text))
  }

  /** Some suppliers report twice: at the beginning what is known then, at the end all of it. */
  #used(event: UsageEvent): void {
    const reported = checked(reportIn(event), this.#work)
    if (this.#beginning && !this.complete) this.#early = reported
    else this.reported = reported
  }

  /** Bytes of a frame whose end has not come. */
  passed(piece: Buffer): void {
    this.#contentful = true
    this.#texts.push(piece.toString('latin1'))
  }

  /** What was seen since the last step, with what goes out for it. */
  step(out: readonly Uint8Array[]): Step {
    const step = {
      out: out.filter(({ length }) => length > 0),
      texts: this.#texts,
      contentful: this.#contentful,
      failure: this.failure,
    }
    this.#texts = []
    this.#contentful = false
    return step
  }
}

export type UsageEvent = Extract<ModelEvent, { kind: 'usage' }>

export const reportIn = ({ usage, tier, absurd }: UsageEvent): Reported => ({
  usage,
  absurd: absurd === true,
  ...(tier === undefined ? {} : { tier }),
})

export const textIn = (event: ModelEvent): string => {
  if (event.kind === 'tool-call') return event.arguments
  if (event.kind === 'audio') return event.transcript
  return 'text' in event ? event.text : ''
}

/** As it stands in JSON, one character a byte: how delivered text is kept until it is counted. */
export const escaped = (text: string): string =>
  Buffer.from(JSON.stringify(text).slice(1, -1)).toString('latin1')
