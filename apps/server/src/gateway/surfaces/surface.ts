import type { Language } from '@posthouse/contract/errors'
import type { Refusal } from '@posthouse/contract/refusal'
import type { DialectName } from '@posthouse/llm/dialect'
import type { OperationName } from '@posthouse/llm/operations/operation'
import type { BodyKind } from './body-facts.ts'

/** What an error is on the wire of a dialect. */
export type ErrorShape = {
  /** Where the vendor has a status of its own for it; absent: the refusal's. */
  status?(refusal: Refusal): number
  /** A whole answer. */
  body(refusal: Refusal, asked: Asked): string
  /** The last event of a stream that breaks off. */
  event(refusal: Refusal, asked: Asked): string
}

/** Which request it is that gets an error, and the language of whoever reads it. */
export type Asked = {
  readonly requestId: string
  readonly language: Language
  /** The number of the next event of a stream, where its dialect counts them. */
  readonly sequence: number
}

/** One public dialect: its paths, how its body is read, how its errors look. */
export type Surface = {
  readonly name: BodyKind
  readonly paths: readonly string[]
  readonly dialect: DialectName
  /** What a channel must be able to do. Between dialects that have it, it is translated. */
  readonly operation: OperationName
  /** The vendor takes no request without a limit, so that none of its clients counts on a default. */
  readonly limitRequired?: string
  /** One content is embedded, and one vector answers. */
  readonly single?: true
  readonly errors: ErrorShape
  /** A stream goes out as a JSON list instead of as events. */
  readonly listed?: true
  /** Events of a stream are numbered. */
  readonly numbered?: true
  /** A comment that keeps a connection open without being an event. */
  readonly keepAlive: string
}
