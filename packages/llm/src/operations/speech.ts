import type { DecodeResult } from '../canonical/decode-result.ts'
import type { Failure } from '../canonical/failure.ts'
import type { Fields } from '../bytes/fields.ts'
import type { ReportedUsage, Usage } from '../canonical/usage.ts'
import type { Operation } from './operation.ts'

/** A text is spoken. */
export const speech: Operation = {
  relayed: 'speech',
  hasOutput: false,
  model: 'speech',
  standIn: null,
  ofKeepers: false,
  isTurn: false,
}

export type SpeechRequest = {
  readonly model: string
  readonly text: string
  readonly voice: string | null
  /** `mp3`, `wav` …; null: as the supplier likes. */
  readonly format: string | null
  /** 1 is as people speak. */
  readonly speed: number | null
  /** How it is to be said. */
  readonly instructions: string | null
}

/** What one frame of an answer holds, or all of it where it comes as JSON. */
export type SoundPart =
  | { readonly kind: 'sound'; readonly base64: string }
  | { readonly kind: 'usage'; readonly reported: ReportedUsage }
  | { readonly kind: 'failure'; readonly failure: Failure }

/** A dialect's way to ask a supplier. Its answer is sound as it comes, events with it, or JSON. */
export type SpeechAsClient = {
  /** What the dialect has no way to ask for. Absent: it can ask for everything. */
  readonly cannot?: (
    request: SpeechRequest,
  ) => (DecodeResult<never> & { readonly ok: false }) | null
  readonly body: (request: SpeechRequest) => Fields
  /** What of the request stands in the address: `voice`, `format`. Absent: nothing. */
  readonly words?: (request: SpeechRequest) => Readonly<Record<string, string>>
  /** Fields of a body, also of a client's own, that ask a model for events, or for sound alone. */
  readonly form: (model: string, events: boolean) => Fields
  readonly parts: (frame: Fields) => readonly SoundPart[]
  /** Samples a second of bare PCM, 16 bits and one channel, that it gives whatever is asked. Absent: it gives what is asked. */
  readonly pcm?: number
}

/** The request of a client of the dialect, and the events of its answer. */
export type SpeechAsServer = {
  /** `dropped`: what no other dialect has a word for. */
  readonly request: (
    body: unknown,
    model: string,
  ) => DecodeResult<{ readonly request: SpeechRequest; readonly dropped: readonly string[] }>
  readonly delta: (base64: string) => Fields
  readonly done: (usage: Usage) => Fields
}
