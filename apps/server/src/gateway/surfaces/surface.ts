import type { Dialect } from '@posthouse/contract/channel-type'
import type { Refusal } from '@posthouse/contract/refusal'
import type { BodyKind } from './body-facts.ts'

/** What an error is on the wire of a dialect. */
export type ErrorShape = {
  /** A whole answer. */
  body(refusal: Refusal): string
  /** The last event of a stream that breaks off. */
  event(refusal: Refusal): string
}

/** One public dialect: its paths, how its body is read, how its errors look. */
export type Surface = {
  readonly name: BodyKind
  readonly paths: readonly string[]
  /** Where the same dialect has it upstream, after the version. */
  readonly upstreamPath: string
  /** Dialects of channels that can serve it. */
  readonly dialects: readonly Dialect[]
  readonly errors: ErrorShape
  /** A comment that keeps a connection open without being an event. */
  readonly keepAlive: string
}
