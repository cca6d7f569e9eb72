import type { Channel } from '../domain/channels/channel.ts'
import type { Exchange } from './exchange.ts'
import type { Health } from '../domain/channels/health.ts'
import type { BodyMemory } from '../http/body-memory.ts'
import type { Spool } from '../http/spool.ts'
import type { Incoming } from '../http/incoming.ts'
import type { Clock } from '../lib/clock.ts'
import type { Limits } from '../domain/limits/limits.ts'
import type { Snapshot } from '../domain/snapshot/snapshot.ts'
import type { KeyCache, KeyEntry } from '../domain/tokens/key-entry.ts'
import type { SupplierCounter } from '../upstream/count-tokens.ts'
import type { DeadKeys } from '../upstream/dead-keys.ts'
import type { Transports } from '../upstream/transport/transports.ts'
import type { Ledger } from '../charging/hold-running.ts'
import type { ChatCache } from './reply/chat-cache.ts'
import type { BodyWorkers } from '../codec/body-workers.ts'
import type { Recorder } from '../domain/usage-log/recorder.ts'
import type { ConversationStore } from '../domain/kept-answers/conversation-store.ts'
import type { ResponseStore } from '../domain/kept-answers/response-store.ts'
import type { RunEvents } from '../domain/kept-answers/run-events.ts'
import type { SignatureStore } from '../codec/reasoning/signature-store.ts'
import type { Tasks } from '../tasks/create-tasks.ts'
import type { TokenCounter } from '../charging/token-counter.ts'

/** The part of pino's logger that the gateway uses. */
type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What is left of a key, and what was used since the beginning. Quota units. */
export type Spending = (
  caller: KeyEntry,
) => Promise<{ readonly left: bigint; readonly used: bigint }>

/** Everything the gateway uses and does not make itself: open-gateway.ts hands it in. */
export type GatewayParts = {
  /** The configuration in force. Asked once a request. */
  snapshot(): Snapshot
  readonly keys: KeyCache
  readonly ledger: Ledger
  /** What callers have and have used. */
  readonly spending: Spending
  readonly limits: Limits
  readonly health: Health
  readonly transports: Transports
  readonly clock: Clock
  readonly log: Log
  /**
   * The user behind the console's cookie, unless another site asks; null: nobody. Asked only for
   * requests that carry `x-posthouse-origin: console`, which no page of another site can send.
   */
  signedIn(incoming: Incoming): Promise<bigint | null>
  readonly recorder: Recorder
  /** This life of the process, as the ledger knows it. */
  readonly incarnation: string
  readonly tokens: TokenCounter
  readonly supplierCounts: SupplierCounter
  readonly bodies: BodyWorkers
  readonly memory: BodyMemory
  readonly spool: Spool
  readonly cache: ChatCache
  readonly signatures: SignatureStore
  readonly responses: ResponseStore
  readonly conversations: ConversationStore
  readonly runs: RunEvents
  readonly deadKeys: DeadKeys
  /** Stores that a channel's address has no Responses after all. */
  forgetResponses(channel: Channel): void
  readonly tasks: Tasks
}

export type LookupMethod = 'GET' | 'POST' | 'DELETE'

/** A small object, or JSON; null: it has answered by itself. */
export type Answer = (parts: GatewayParts, exchange: Exchange) => Promise<object | null>

/** Lookups beside the seven steps, by the method by which they are asked. */
export type Lookup = { readonly answers: Readonly<Partial<Record<LookupMethod, Answer>>> }
