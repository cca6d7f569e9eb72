import type { DialectName } from '@posthouse/llm/canonical/dialect'
import type { OperationName } from '@posthouse/llm/operations/operation'
import type { Channel, ChannelKey } from '../domain/channels/channel.ts'
import type { SpooledFile } from '../http/spool.ts'
import type { DialectRoute } from '../domain/channels/dialect-choice.ts'
import type { CallTimeouts } from './transport/transport.ts'

/** The destination of one attempt. */
export type Target = {
  readonly channel: Channel
  readonly key: ChannelKey
  /** The model's name there. */
  readonly forwarded: string
}

/** The request as it is sent in every attempt. */
export type Outgoing = {
  readonly operation: OperationName
  /** One content is embedded: Gemini has an address for that. */
  readonly single: boolean
  /** The dialect of the body. */
  readonly dialect: DialectName
  /** As it came from the client. */
  readonly body: Buffer
  /** Files that go with it, in a form. */
  readonly files: readonly SpooledFile[]
  readonly model: string
  readonly stream: boolean
  /** An answer that is sound is wanted as events. */
  readonly eventsAsked: boolean
  readonly usageAsked: boolean
  /** Output tokens at most, as the client said, and the field in which it did. */
  readonly outputLimit: number | null
  readonly outputLimitFields: readonly string[]
  /** It was said by a name that the dialect does not have. */
  readonly hasLimitAlias: boolean
  /** Lowers the output to what the wallet affords; null: it affords all. */
  readonly outputCap: number | null
  /** Items of the input are kept by us: suppliers take them without their ids. */
  readonly expanded: boolean
  /** A supplier that keeps responses may keep this one. */
  readonly keptThere: boolean
  /** The client's headers. All but a few stay here. */
  readonly clientHeaders: Readonly<Record<string, string | string[] | undefined>>
  readonly privateAllowed: boolean
  readonly timeouts: CallTimeouts
}

/** The body for one target, in the dialect that it speaks, and what it is asked for with it. */
export type PreparedRequest = DialectRoute & {
  readonly body: Buffer
  /** Fields of the request that it could not carry, in the caller's names. */
  readonly dropped: readonly string[]
  /** Words of it that stand in the address. Absent: none do. */
  readonly words?: Readonly<Record<string, string>>
  /** Files that go with it, in a form. Absent: it goes by itself. */
  readonly files?: readonly SpooledFile[]
}
