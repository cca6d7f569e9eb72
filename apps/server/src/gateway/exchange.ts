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
import type { TierKnown } from '../domain/pricing/tier.ts'
import type { Snapshot, UserGroup } from '../domain/snapshot/snapshot.ts'
import type { Token } from '../domain/tokens/token.ts'
import type { DeliveredContent } from '../charging/delivered-content.ts'
import type { OutcomeKind } from '../charging/settlement.ts'
import type { Reply } from './reply/reply.ts'
import type { Turn } from '../domain/kept-answers/turn.ts'
import type { BodyFacts } from '../codec/request/body-facts.ts'
import type { Surface } from './addresses/surface.ts'
import type { PathFacts } from './addresses/surfaces.ts'

/*
 * The values that the steps hand to each other. Every step gets what those before it made and adds its own.
 */

/** A request from its first byte on. */
export type Exchange = {
  readonly incoming: Incoming
  readonly surface: Surface
  /** The model and whether it streams, where the path says so. */
  readonly named: PathFacts | null
  /** One state of the configuration, from the beginning to the end. */
  readonly snapshot: Snapshot
  readonly reply: Reply
  /** The memory of its body, and of what is fetched for it. */
  readonly memory: MemoryLease
  /** Of what is told to whoever reads the answer: the console's when it asks, else English. */
  readonly language: Language
  /** Monotonic. */
  readonly startedAt: number
}

/** The part of an exchange that a call without a request of its own has: a task that the console submits again. */
export type Errand = Pick<Exchange, 'snapshot' | 'startedAt'> & {
  readonly incoming: Pick<Incoming, 'id' | 'address' | 'receivedAt'> & {
    readonly request: Pick<Incoming['request'], 'headers'>
  }
  readonly surface: Pick<Surface, 'operation'> & { readonly name: string }
}

/** The caller (step 1). */
export type Caller = {
  readonly token: Token
  readonly owner: Account
  readonly group: UserGroup
  readonly pin: Pin | null
  /** Gives the place among the requests at once back. */
  leave(): void
}

/** The question (step 2). */
export type Request = BodyFacts &
  CostTerms & {
    /** As it came, with the turns before it where they are kept here. */
    readonly body: Buffer
    /** Files that came with it, on the disk until the request has ended. */
    readonly files: readonly SpooledFile[]
    /** The turn that it goes on from and what becomes of its answer; null in dialects that keep nothing. */
    readonly turn: Turn | null
  }

/** Money set aside (step 4). */
export type CallHold = RunningHold & {
  /** An exact repeat that is answered from the cache, free of charge. Absent: it is asked. */
  readonly cached?: CachedAnswer
}

/** A response under way, whose client was answered already. */
export type Run = {
  /** Never rejects: what was made is charged. */
  end(outcome: Outcome | null): Promise<void>
  /** Resolves when the client who follows it has all of it, or has left. */
  readonly followed: Promise<void>
}

/** The outcome (step 5). The settlement follows from it alone. */
export type Outcome = {
  readonly kind: OutcomeKind
  /** The candidate that answered, or the last that was tried. */
  readonly candidate: PricedCandidate | null
  /** Usage of the whole answer, as the upstream said. */
  readonly reported: ReportedUsage | null
  /** The last that it said while the answer was under way: of the input alone it is sure. */
  readonly heard: ReportedUsage | null
  /** Seconds of sound that it says it heard. Absent or null: it does not say. */
  readonly seconds?: number | null
  /** Knowledge of the service tier that answered. */
  readonly tier: TierKnown
  /** The request reached an upstream that may have worked on it. */
  readonly requestSent: boolean
  /** Something of the answer is where the client can have it. */
  readonly anythingDelivered: boolean
  readonly delivered: DeliveredContent
  readonly attempts: readonly AttemptRecord[]
  readonly firstContentMs: number | null
  /** The refusal that the client was told instead of an answer. */
  readonly refusal: Refusal | null
  /** Sends a whole answer that is to say its price. Null: the client has the end. */
  readonly deliver: ((cost: string) => void | Promise<void>) | null
  /** Null: its client waits for it. */
  readonly run: Run | null
}

/** The cost (step 6). */
export type Receipt = {
  readonly charged: Quota
  readonly usage: Usage
  readonly usageSource: string
  readonly outcome: string
}

/** Whether an exact repeat may be answered from the cache. A stored answer has an id of its own, so it may not. */
export const isRepeatable = ({ turn }: Pick<Request, 'turn'>): boolean =>
  turn === null || !(turn.kept || turn.conversation !== null)

/** The cause that the charges of a request are accounted for by. */
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
