import { Refusal } from '@posthouse/contract/refusal'
import { type AccountCode, limitOf, walletOf } from '@posthouse/ledger/account'
import type {
  Command,
  Extend,
  HeldAccount,
  Hold,
  HoldResult,
  Insufficient,
  ResultOf,
} from '@posthouse/ledger/command'
import { type Quota, quota, quotaToNumber, zero } from '@posthouse/ledger/quota'
import type { Clock } from '../lib/clock.ts'
import type { Limits } from '../limits/limits.ts'
import { spendWindowAt } from '../limits/spend-window.ts'
import type { Token } from '../tokens/token.ts'
import type { ChatCache } from './chat-cache.ts'
import { cacheNameOf } from './chat-cache-name.ts'
import type {
  CachedAnswer,
  Caller,
  Exchange,
  PricedPlan,
  Request,
  Reservation,
} from './exchange.ts'
import { type Estimator, estimator, holdWanted, outputAfforded } from './hold-estimate.ts'
import { rateHeaders } from './rate-headers.ts'
import type { TokenCounter } from './token-counter.ts'
import { tokensByBytes } from './token-counter.ts'

/** The writer of the ledger, as the gateway uses it. Rejects with `LedgerUnavailable`. */
export type Ledger = { submit<C extends Command>(command: C): Promise<ResultOf<C>> }

export type ReserveParts = {
  readonly ledger: Ledger
  readonly limits: Limits
  readonly clock: Clock
  readonly tokens: TokenCounter
  readonly cache: ChatCache
  readonly incarnation: string
}

export type ToReserve = {
  readonly caller: Caller
  readonly request: Request
  readonly plan: PricedPlan
}

/** Sets the money aside before anything is asked of an upstream. Refuses 402, 429, 503. */
export async function reserve(
  parts: ReserveParts,
  exchange: Exchange,
  asked: ToReserve,
): Promise<Reservation> {
  const { caller, request, plan } = asked
  const { settings } = exchange.snapshot
  const cached = findCached(parts, exchange, asked)
  const inputTokens = await countInput(parts.tokens, asked)
  if (cached !== null) return holdNothing(parts, exchange, { caller, inputTokens, cached })
  await checkTokenRate(parts, exchange, caller, inputTokens)
  const estimate = estimator(plan.candidates, caller.group.ratioMillionths)
  const wanted = holdWanted(estimate, inputTokens, {
    limit: request.outputLimit,
    answers: request.answers,
    stream: request.stream,
    sliceTokens: settings.HoldSliceTokens,
    preConsumed: settings.PreConsumedQuota,
  })
  const hold: Hold = {
    kind: 'hold',
    id: exchange.incoming.id,
    amount: wanted.amount,
    minimum: wanted.minimum,
    accounts: accountsOf(caller, parts.clock.now()),
    incarnation: parts.incarnation,
    at: parts.clock.now(),
  }
  const result = await submitted(() => parts.ledger.submit(hold))
  if (!result.ok) {
    parts.limits.correctTokens(`token:${caller.token.id}`, -tokensCounted(caller, inputTokens))
    throw refusalOf(result, caller, parts.clock.now())
  }
  return new Held(parts, {
    holdId: hold.id,
    inputTokens,
    estimate,
    held: result.held,
    wantedTokens: wanted.outputTokens,
    sliceTokens: settings.HoldSliceTokens * request.answers,
    answers: request.answers,
    outputMost: (request.outputLimit ?? Number.POSITIVE_INFINITY) * request.answers,
    capped: !request.stream && request.outputLimitField !== null && result.held < wanted.amount,
  })
}

type Holding = {
  readonly holdId: string
  readonly inputTokens: number
  readonly estimate: Estimator
  readonly held: Quota
  readonly wantedTokens: number
  readonly sliceTokens: number
  readonly answers: number
  readonly capped: boolean
  /** More output than this was not asked for. */
  readonly outputMost: number
}

class Held implements Reservation {
  readonly inputTokens: number
  readonly outputCap: number | null
  readonly cached = null
  resolved = false
  readonly #parts: ReserveParts
  readonly #holding: Holding
  #held: Quota
  #outputTokens: number

  constructor(parts: ReserveParts, holding: Holding) {
    const { estimate, inputTokens, held, wantedTokens, capped, answers } = holding
    this.#parts = parts
    this.#holding = holding
    this.inputTokens = inputTokens
    this.#held = held
    this.#outputTokens = outputAfforded(estimate, inputTokens, {
      amount: held,
      wanted: wantedTokens,
    })
    this.outputCap = capped ? Math.max(1, Math.floor(this.#outputTokens / answers)) : null
  }

  held(): Quota {
    return this.#holding.held
  }

  outputTokensHeld(): number {
    return this.#outputTokens
  }

  async extend(): Promise<boolean> {
    const { estimate, inputTokens, sliceTokens, holdId, outputMost } = this.#holding
    if (this.#outputTokens >= outputMost) {
      // All that was asked for is held: there is nothing more to ask for.
      this.#outputTokens = Number.MAX_SAFE_INTEGER
      return true
    }
    const wanted = Math.min(this.#outputTokens + sliceTokens, outputMost)
    const amount = quota(estimate(inputTokens, wanted) - estimate(inputTokens, this.#outputTokens))
    if (amount === 0n) {
      this.#outputTokens = wanted
      return true
    }
    const command: Extend = {
      kind: 'extend',
      hold: holdId,
      amount,
      minimum: quota(1),
      at: this.#parts.clock.now(),
    }
    try {
      const result = await this.#parts.ledger.submit(command)
      if (!result.ok) return false
      this.#held = quota(this.#held + result.held)
      this.#outputTokens = outputAfforded(estimate, inputTokens, { amount: this.#held, wanted })
      return true
    } catch {
      // The ledger is away: what runs may run on to the end of what it holds.
      return false
    }
  }
}

async function holdNothing(
  parts: ReserveParts,
  { incoming }: Exchange,
  { caller, inputTokens, cached }: { caller: Caller; inputTokens: number; cached: CachedAnswer },
): Promise<Reservation> {
  const result = await submitted(() =>
    parts.ledger.submit<Hold>({
      kind: 'hold',
      id: incoming.id,
      amount: zero,
      minimum: zero,
      accounts: [{ code: walletOf(caller.owner.id) }],
      incarnation: parts.incarnation,
      at: parts.clock.now(),
    }),
  )
  if (!result.ok) throw refusalOf(result, caller, parts.clock.now())
  return {
    inputTokens,
    held: () => zero,
    outputTokensHeld: () => 0,
    outputCap: null,
    extend: async () => true,
    cached,
    resolved: false,
  }
}

function findCached(
  { cache }: ReserveParts,
  { surface, snapshot }: Exchange,
  { caller, request }: ToReserve,
): CachedAnswer | null {
  if (!caller.token.cache || snapshot.settings.ChatCacheExpireMinute === 0) return null
  return cache.find(cacheNameOf(caller.owner.id, surface.name, request.body))
}

/** What a picture costs at most in the models that publish a rule (OpenAI: high detail, 1024²). */
const imageTokens = 765

/** Channels may say that pictures, or the whole input, need no estimate: all of them must agree. */
async function countInput(tokens: TokenCounter, { request, plan }: ToReserve): Promise<number> {
  const skip = Math.min(...plan.candidates.map(({ channel }) => channel.preCost))
  if (skip === 3) return 0
  const counted = await tokens.count(request.texts, request.model)
  const images = skip === 2 ? 0 : request.images * imageTokens
  return counted + request.extraTokens + tokensByBytes(request.restBytes) + images
}

const tokensCounted = (caller: Caller, inputTokens: number): number =>
  caller.token.limits.tokens_per_minute === 0 ? 0 : inputTokens

async function checkTokenRate(
  { limits }: ReserveParts,
  { reply }: Exchange,
  { token }: Caller,
  inputTokens: number,
): Promise<void> {
  const perMinute = token.limits.tokens_per_minute
  if (perMinute === 0) return
  const verdict = await limits.tokens(`token:${token.id}`, perMinute, inputTokens)
  rateHeaders(reply, 'tokens', verdict)
  if (verdict.ok) return
  const seconds = Math.max(1, Math.ceil(verdict.resetsInMs / 1_000))
  throw new Refusal(
    'limit.tokens',
    { limit: `token "${token.name}"`, allowed: perMinute, seconds },
    { retryAfterSeconds: seconds },
  )
}

/** Everything that a charge is taken from: all of them or none. */
function accountsOf({ owner, token }: Caller, now: number): HeldAccount[] {
  const limited: HeldAccount[] = token.unlimited ? [] : [{ code: limitOf(token.id) }]
  return [{ code: walletOf(owner.id) }, ...limited, ...windowsOf(token, now)]
}

const windowsOf = (token: Token, now: number): HeldAccount[] =>
  (['5h', 'day', 'week', 'month'] as const).flatMap((period) => {
    const limit = token.limits.spend[period]
    if (limit === undefined) return []
    const { start, resetsAt } = spendWindowAt(period, now, {
      timeZone: token.limits.time_zone,
      anchor: token.createdAt,
    })
    const code: AccountCode = `window:token:${token.id}:${period}:${start}`
    return [{ code, window: { limit: quota(limit), resetsAt } }]
  })

/** The ledger being away is no bug: it is a refusal that says so. */
async function submitted(submit: () => Promise<HoldResult>): Promise<HoldResult> {
  try {
    return await submit()
  } catch (error) {
    if (error instanceof Error && error.name === 'LedgerUnavailable') {
      throw new Refusal('ledger.unavailable', {}, { retryAfterSeconds: 2 })
    }
    throw error
  }
}

function refusalOf(
  result: Exclude<HoldResult, { ok: true }>,
  { token }: Caller,
  now: number,
): Error {
  if (result.reason !== 'insufficient') return new Error(`a hold was refused: ${result.reason}`)
  const { account } = result
  const left = shown(result.left)
  const wanted = shown(result.wanted)
  if (account.startsWith('window:')) {
    const seconds = Math.max(1, Math.ceil(((result.resetsAt ?? now) - now) / 1_000))
    const limit = `token "${token.name}" (${account.split(':')[3]})`
    return new Refusal(
      'quota.window',
      { limit, left, wanted, seconds },
      { retryAfterSeconds: seconds, inside: { account } },
    )
  }
  if (account.startsWith('limit:') && isEmpty(result)) {
    return new Refusal('key.exhausted', { name: token.name }, { inside: { account, wanted } })
  }
  const limit = account.startsWith('limit:') ? `token "${token.name}"` : 'the wallet'
  return new Refusal('quota.insufficient', { limit, left, wanted }, { inside: { account } })
}

const isEmpty = ({ left }: Insufficient): boolean => left <= 0n

const shown = (amount: Quota): number => quotaToNumber(amount)
