import type { Language } from '@posthouse/contract/errors'
import type { ModelFacts } from '@posthouse/contract/model-facts'
import type { Refusal } from '@posthouse/contract/refusal'
import type { Quota } from '@posthouse/ledger/quota'
import type { Usage } from '@posthouse/llm/usage'
import type { Account } from '../accounts/account.ts'
import type { Candidate, Pin, Plan } from '../channels/decide.ts'
import type { MemoryLease } from '../http/body-memory.ts'
import type { Incoming } from '../http/incoming.ts'
import type { PriceEntry } from '../pricing/price-book.ts'
import type { TierKnown } from '../pricing/tier.ts'
import type { Snapshot, UserGroup } from '../snapshot/snapshot.ts'
import type { Token } from '../tokens/token.ts'
import type { Delivered } from './delivered.ts'
import type { Reply } from './reply.ts'
import type { Turn } from './responses/turn.ts'
import type { BodyFacts } from './surfaces/body-facts.ts'
import type { Surface } from './surfaces/surface.ts'
import type { Named } from './surfaces/surfaces.ts'

/*
 * What the steps hand to each other. Every step gets what those before it made and adds its own.
 */

/** A row as the database takes it. */
export type SqlRow = Readonly<Record<string, string | number | bigint | null>>

/** What a request is from its first byte on. */
export type Exchange = {
  readonly incoming: Incoming
  readonly surface: Surface
  /** The model and whether it streams, where the path says so. */
  readonly named: Named | null
  /** One state of the configuration, from the beginning to the end. */
  readonly snapshot: Snapshot
  readonly reply: Reply
  /** What its body, and what is fetched for it, take. */
  readonly memory: MemoryLease
  /** Of what is told to whoever reads the answer: the console's when it asks, else English. */
  readonly language: Language
  /** Monotonic. */
  readonly startedAt: number
}

/** Who calls (step 1). */
export type Caller = {
  readonly token: Token
  readonly owner: Account
  readonly group: UserGroup
  readonly pin: Pin | null
  /** Gives the place among the requests at once back. */
  leave(): void
}

/** What was asked (step 2). */
export type Request = BodyFacts & {
  /** As it came, with the turns before it where they are kept here. */
  readonly body: Buffer
  /** What it goes on from and what becomes of its answer; null in dialects that keep nothing. */
  readonly turn: Turn | null
  /** The answer says what it costs. */
  readonly costAsked: boolean
}

/** A candidate with its price and what is known of its model (step 3). */
export type PricedCandidate = Candidate & {
  readonly entry: PriceEntry
  readonly facts: ModelFacts
}

export type PricedPlan = Omit<Plan, 'candidates'> & {
  readonly candidates: readonly PricedCandidate[]
}

/** More money for a hold of a running answer. `at`: epoch milliseconds. */
export type Extension = { readonly quota: Quota; readonly at: number }

/** Money set aside (step 4). */
export type Reservation = {
  readonly inputTokens: number
  /** What went into the hold at first, for the log. */
  held(): Quota
  /** What was added to it since, in order. Complete once none is under way. */
  extensions(): readonly Extension[]
  /** Resolves when no extension is under way. */
  idle(): Promise<void>
  /** Output tokens, as we count them, that may be said for what is held, all answers together. */
  outputTokensHeld(): number
  /** All that can be charged is held. */
  isAllHeld(): boolean
  /** The limit that we send upstream, because what is held affords less than the model may write. */
  readonly outputCap: number | null
  /** Bytes of text that an answer can have which obeys the limit that the client set. */
  readonly saidBytesMost: number
  /** Asks for the next slice. Null: it is held; else why not: an empty wallet, a limit, the ledger away. */
  extend(): Promise<Refusal | null>
  /** An exact repeat that is answered from the cache, free of charge. */
  readonly cached: CachedAnswer | null
  /** Told when the hold is settled or voided: it happens once. */
  resolved: boolean
}

export type CachedAnswer = {
  readonly contentType: string
  readonly body: Buffer
  readonly usage: Usage
  readonly channelId: bigint
  readonly channelName: string
}

export type OutcomeKind =
  | 'complete'
  | 'failed-before-content'
  | 'failed-mid-stream'
  | 'client-left'
  | 'quota-ran-out'
  /** A bug of ours after an upstream was reached. */
  | 'server-failed'
  /** We were stopped while the answer was under way. */
  | 'server-stopped'
  | 'cache-hit'

/** One attempt, for the table of attempts. */
export type AttemptRecord = {
  readonly number: number
  readonly candidate: PricedCandidate
  readonly status: number
  readonly failure: string
  readonly message: string
  readonly startedAt: number
  readonly durationMs: number
}

/** How it went (step 5). The settlement follows from it alone. */
export type Outcome = {
  readonly kind: OutcomeKind
  /** The candidate that answered, or the last that was tried. */
  readonly candidate: PricedCandidate | null
  /** What the upstream said was used by the whole answer. */
  readonly reported: Reported | null
  /** The last that it said while the answer was under way: of the input alone it is sure. */
  readonly heard: Reported | null
  /** What is known of the service tier that answered. */
  readonly tier: TierKnown
  /** The request reached an upstream that may have worked on it. */
  readonly requestSent: boolean
  /** Something of the answer is where the client can have it. */
  readonly anythingDelivered: boolean
  readonly delivered: Delivered
  readonly attempts: readonly AttemptRecord[]
  readonly firstContentMs: number | null
  /** What the client was told instead of an answer. */
  readonly refusal: Refusal | null
  /** An answer that waits for its price: sent after the settlement. */
  readonly deliver: ((cost: string) => void) | null
}

/** What went in, or what came out. */
export type Side = 'input' | 'output'

/** A figure that cannot be, and what is charged in its place. Tokens. */
export type Doubt = {
  readonly what: Side
  readonly claimed: number
  readonly believed: number
}

/** Usage as reported, already in buckets and cut to what can be, or not to be believed. */
export type Reported = {
  readonly usage: Usage
  readonly absurd: boolean
  /** Absent: nothing was changed. */
  readonly doubts?: readonly Doubt[]
  /** What is far below what there is: the count takes its place. Absent: nothing. */
  readonly low?: readonly Side[]
  /** Parts that were more than their whole, as they were claimed. Absent: none were. */
  readonly parts?: Readonly<Partial<Record<Side, number>>>
  /** It came before anything was said, and its output may stand for none. */
  readonly early?: true
  /** The service tier that answered, in the supplier's word. Absent: it did not say. */
  readonly tier?: string
}

/** What it cost (step 6). */
export type Receipt = {
  readonly charged: Quota
  readonly usage: Usage
  readonly usageSource: string
  readonly outcome: string
}
