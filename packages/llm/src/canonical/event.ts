import type { Failure } from './failure.ts'
import type { Source } from './request.ts'
import type { ReportedUsage, Usage } from './usage.ts'

export type StopReason = 'stop' | 'length' | 'tool-calls' | 'content-filter'

/** The likelihood of a token, with the alternatives that were asked for. */
export type TokenLogprob = Logprob & { readonly top: readonly Logprob[] }

type Logprob = {
  readonly token: string
  readonly logprob: number
  readonly bytes: readonly number[] | null
}

/** All that was used up to here: each takes the place of the one before. Not a charge. */
export type UsageEvent = {
  readonly kind: 'usage'
  readonly usage: Usage
  /** The service tier that answered, in the supplier's word. */
  readonly tier?: string
  /** A figure cannot be, so that none of them is believed: no client is told. */
  readonly absurd?: true
  /** Parts that were more than their whole, as they were claimed: no client is told. */
  readonly parts?: NonNullable<ReportedUsage['parts']>
  /** The supplier reported nothing that can be believed: the figures are counted by us, and the client is told so. */
  readonly counted?: true
}

/**
 * Events of an answer, in no dialect. `answer` numbers the alternatives of one request.
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
  | {
      readonly kind: 'text'
      readonly answer: number
      readonly text: string
      readonly signature?: string
    }
  | {
      readonly kind: 'reasoning'
      readonly answer: number
      readonly text: string
      /** With the last fragment of a reasoning part, which it ends: see canonical/reasoning/signature.ts. */
      readonly signature: string | null
      /** The supplier keeps the text to itself: the signature is all there is. */
      readonly redacted?: true
      /** The supplier's name for the reasoning part (Responses), with its first fragment. */
      readonly id?: string
    }
  | {
      readonly kind: 'refusal'
      readonly answer: number
      readonly text: string
      /** The model did not write it: it is no part of its output. */
      readonly notice?: true
    }
  | {
      readonly kind: 'tool-call'
      readonly answer: number
      /** The number of one of several parallel calls. */
      readonly index: number
      /** With the first fragment of a call, null after. */
      readonly id: string | null
      readonly name: string | null
      readonly arguments: string
      /** Gemini signs calls instead of reasoning. With the first fragment. */
      readonly signature?: string
    }
  | {
      readonly kind: 'tool-result'
      readonly answer: number
      readonly id: string
      readonly text: string
    }
  | {
      readonly kind: 'image'
      readonly answer: number
      readonly source: Source
      /** Gemini signs pictures that its models drew. */
      readonly signature?: string
    }
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
  | {
      readonly kind: 'logprobs'
      readonly answer: number
      readonly tokens: readonly TokenLogprob[]
    }
  | {
      readonly kind: 'answer-end'
      readonly answer: number
      readonly reason: StopReason
      /** The one of the request's stop sequences that was met, where the supplier says so. */
      readonly sequence?: string
    }
  | UsageEvent
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** An event of one of the alternatives of a request. */
export type AnswerEvent = Extract<ModelEvent, { readonly answer: number }>

/** The content of an answer, as opposed to what announces or closes it. */
export type ContentEvent = Exclude<AnswerEvent, { readonly kind: 'answer-end' }>

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
  logprobs: false,
}

/** An event gives the caller something, as opposed to announcing or closing. */
export const isContent = (event: ModelEvent): boolean =>
  givesSomething[event.kind] && !('text' in event && event.text === '' && !isSigned(event))

const isSigned = (event: ModelEvent): boolean =>
  'signature' in event && event.signature !== null && event.signature !== undefined
