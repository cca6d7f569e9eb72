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

type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Remaining and total used quota of a key, in units. */
export type Spending = (
  caller: KeyEntry,
) => Promise<{ readonly left: bigint; readonly used: bigint }>

/** Dependencies of the gateway, passed in by open-gateway.ts. */
export type GatewayParts = {
  /** The current configuration, read once per request. */
  snapshot(): Snapshot
  readonly keys: KeyCache
  readonly ledger: Ledger
  readonly spending: Spending
  readonly limits: Limits
  readonly health: Health
  readonly transports: Transports
  readonly clock: Clock
  readonly log: Log
  /**
   * The user of the console's session cookie, or null. Called only for requests with `x-posthouse-origin: console`, which pages of other
   * sites cannot send.
   */
  signedIn(incoming: Incoming): Promise<bigint | null>
  readonly recorder: Recorder
  /** Identifies this run of the process in the ledger. */
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
  /** Records that a channel's address does not offer Responses. */
  forgetResponses(channel: Channel): void
  readonly tasks: Tasks
}

export type LookupMethod = 'GET' | 'POST' | 'DELETE'

/** Returns a small object to send as JSON, or null if it has answered itself. */
export type Answer = (parts: GatewayParts, exchange: Exchange) => Promise<object | null>

/** A call outside the seven steps, by HTTP method. */
export type Lookup = { readonly answers: Readonly<Partial<Record<LookupMethod, Answer>>> }
