import type { Failure } from './failure.ts'
import type { Source } from './request.ts'
import type { Usage } from './usage.ts'

export type StopReason = 'stop' | 'length' | 'tool-calls' | 'content-filter'

/**
 * What happens in an answer, in no dialect. `answer` numbers the alternatives of one request.
 * Text, reasoning, refusal and the arguments of a tool call come in fragments. A sequence has
 * exactly one terminal event, `end` or `failed`, and it is the last. Not a frame of a wire.
 */
export type ModelEvent =
  | {
      readonly kind: 'start'
      readonly id: string
      readonly model: string
      readonly created: number
    }
  | { readonly kind: 'text'; readonly answer: number; readonly text: string }
  | {
      readonly kind: 'reasoning'
      readonly answer: number
      readonly text: string
      readonly signature: string | null
    }
  | { readonly kind: 'refusal'; readonly answer: number; readonly text: string }
  | {
      readonly kind: 'tool-call'
      readonly answer: number
      /** Which of several parallel calls. */
      readonly index: number
      /** With the first fragment of a call, null after. */
      readonly id: string | null
      readonly name: string | null
      readonly arguments: string
    }
  | {
      readonly kind: 'tool-result'
      readonly answer: number
      readonly id: string
      readonly text: string
    }
  | { readonly kind: 'image'; readonly answer: number; readonly source: Source }
  | {
      readonly kind: 'audio'
      readonly answer: number
      readonly base64: string
      readonly transcript: string
    }
  | { readonly kind: 'file'; readonly answer: number; readonly source: Source }
  | {
      readonly kind: 'citation'
      readonly answer: number
      readonly url: string
      readonly title: string | null
      readonly from: number
      readonly to: number
    }
  | { readonly kind: 'answer-end'; readonly answer: number; readonly reason: StopReason }
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly failure: Failure }

export const isTerminal = (event: ModelEvent): boolean =>
  event.kind === 'end' || event.kind === 'failed'

const givesSomething: Readonly<Record<ModelEvent['kind'], boolean>> = {
  start: false,
  usage: false,
  end: false,
  failed: false,
  'answer-end': false,
  text: true,
  reasoning: true,
  refusal: true,
  'tool-call': true,
  'tool-result': true,
  image: true,
  audio: true,
  file: true,
  citation: true,
}

/** Whether an event gives the caller something, as opposed to announcing or closing. */
export const isContent = (event: ModelEvent): boolean =>
  givesSomething[event.kind] && !('text' in event && event.text === '')
