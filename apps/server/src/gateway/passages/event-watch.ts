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

  constructor(channel: Channel, work: PassageWork) {
    this.#channel = channel
    this.#work = work
  }

  see(event: ModelEvent): void {
    if (event.kind === 'failed') this.failure = failureIn(event.failure, this.#channel)
    else if (event.kind === 'usage') {
      this.reported = checked({ usage: event.usage, absurd: false }, this.#work)
    } else if (event.kind === 'answer-end') this.complete = true
    else if (event.kind === 'end') this.done = true
    this.complete ||= this.done
    this.#contentful ||= isContent(event) || event.kind === 'answer-end'
    const text = textIn(event)
    if (text !== '') this.#texts.push(escaped(text))
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

export const textIn = (event: ModelEvent): string => {
  if (event.kind === 'tool-call') return event.arguments
  if (event.kind === 'audio') return event.transcript
  return 'text' in event ? event.text : ''
}

/** As it stands in JSON, one character a byte: how delivered text is kept until it is counted. */
export const escaped = (text: string): string =>
  Buffer.from(JSON.stringify(text).slice(1, -1)).toString('latin1')
