import type { CostTerms } from './reply/cost-terms.ts'
import type { AttemptRecord } from '../domain/usage-log/attempt-row.ts'
import type { Cause } from '../charging/usage-row.ts'
import type { CachedAnswer } from './reply/chat-cache.ts'
import type { Language } from '@posthouse/contract/errors'
import type { Refusal } from '@posthouse/contract/refusal'
import type { Quota } from '@posthouse/ledger/quota'
import type { Usage } from '@posthouse/llm/canonical/usage'
import type { Account } from '../domain/accounts/account.ts'
import type { Pin } from '../domain/channels/decide.ts'
import type { RunningHold } from '../charging/running-hold.ts'
import type { ReportedUsage } from '../charging/reported-usage.ts'
import type { SpooledFile } from '../http/spool.ts'
import type { MemoryLease } from '../http/body-memory.ts'
import type { Incoming } from '../http/incoming.ts'
import type { PricedCandidate } from '../domain/pricing/priced-candidate.ts'
import type { TierFacts } from '../domain/pricing/tier.ts'
import type { Snapshot, UserGroup } from '../domain/snapshot/snapshot.ts'
import type { Token } from '../domain/tokens/token.ts'
import type { DeliveredContent } from '../charging/delivered-content.ts'
import type { OutcomeKind } from '../charging/settlement.ts'
import type { Reply } from './reply/reply.ts'
import type { ResponseTurn } from '../domain/kept-answers/turn.ts'
import type { BodyFacts } from '../codec/request/body-facts.ts'
import type { Surface } from './addresses/surface.ts'
import type { PathFacts } from './addresses/surfaces.ts'

/*
 * The values passed between the steps. Each step gets those of the steps before it and adds its own.
 */

/** A request from its first byte. */
export type Exchange = {
  readonly incoming: Incoming
  readonly surface: Surface
  /** Model and streaming, if the path contains them. */
  readonly named: PathFacts | null
  /** The configuration at the start of the request, used until its end. */
  readonly snapshot: Snapshot
  readonly reply: Reply
  /** Memory of the body and of fetched files. */
  readonly memory: MemoryLease
  /** Language of messages: that of the console if it calls, else English. */
  readonly language: Language
  /** Monotonic milliseconds. */
  readonly startedAt: number
}

/** The part of an exchange that is available without a client request, when the console retries a task. */
export type Errand = Pick<Exchange, 'snapshot' | 'startedAt'> & {
  readonly incoming: Pick<Incoming, 'id' | 'address' | 'receivedAt'> & {
    readonly request: Pick<Incoming['request'], 'headers'>
  }
  readonly surface: Pick<Surface, 'operation'> & { readonly name: string }
}

/** Step 1. */
export type Caller = {
  readonly token: Token
  readonly owner: Account
  readonly group: UserGroup
  readonly pin: Pin | null
  /** Releases the concurrency slot. */
  leave(): void
}

/** Step 2. */
export type Request = BodyFacts &
  CostTerms & {
    /** The body as received, preceded by stored turns. */
    readonly body: Buffer
    /** Uploaded files, on disk until the request ends. */
    readonly files: readonly SpooledFile[]
    /** Conversation state of a Responses call, and whether its answer is stored; null in other dialects. */
    readonly turn: ResponseTurn | null
  }

/** Step 4. */
export type CallHold = RunningHold & {
  /** The cached answer of an identical request, free of charge. */
  readonly cached?: CachedAnswer
}

/** A background response whose client was answered already. */
export type Run = {
  /** Never rejects, because the output must be charged. */
  end(outcome: Outcome | null): Promise<void>
  /** Resolves when the following client has received everything or has left. */
  readonly followed: Promise<void>
}

/** Step 5. The settlement depends on nothing else. */
export type Outcome = {
  readonly kind: OutcomeKind
  /** The candidate that answered, or the last one tried. */
  readonly candidate: PricedCandidate | null
  /** Upstream report that covers the whole answer. */
  readonly reported: ReportedUsage | null
  /** Last report during the answer, reliable for the input only. */
  readonly heard: ReportedUsage | null
  /** Seconds of audio that the supplier reports. */
  readonly seconds?: number | null
  readonly tier: TierFacts
  /** The request may have reached an upstream. */
  readonly requestSent: boolean
  /** Part of the answer was delivered. */
  readonly anythingDelivered: boolean
  readonly delivered: DeliveredContent
  readonly attempts: readonly AttemptRecord[]
  readonly firstContentMs: number | null
  /** The refusal sent instead of an answer. */
  readonly refusal: Refusal | null
  /** Sends a whole answer together with its price; null if the answer was already sent. */
  readonly deliver: ((cost: string) => void | Promise<void>) | null
  /** Null unless the response runs in the background. */
  readonly run: Run | null
}

/** Step 6. */
export type Receipt = {
  readonly charged: Quota
  readonly usage: Usage
  readonly usageSource: string
  readonly outcome: string
}

/** Whether an exact repeat may be answered from the cache. A stored answer has an id of its own, so it may not. */
export const isRepeatable = ({ turn }: Pick<Request, 'turn'>): boolean =>
  turn === null || !(turn.kept || turn.conversation !== null)

/** Identifies the request in its charges. */
export function causeOf({ incoming, surface, snapshot }: Errand, chargeId: string): Cause {
  const own = incoming.request.headers['x-request-id']
  return {
    chargeId,
    clientRequestId: typeof own === 'string' ? own : '',
    dialect: surface.name,
    sourceIp: incoming.address,
    bookRevision: snapshot.prices.revision,
  }
}
