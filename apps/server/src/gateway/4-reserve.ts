import { Refusal } from '@posthouse/contract/refusal'
import { type AccountCode, limitOf, walletOf } from '@posthouse/ledger/account'
import type { HeldAccount, Hold } from '@posthouse/ledger/command'
import { type Quota, quota, zero } from '@posthouse/ledger/quota'
import type { Clock } from '../lib/clock.ts'
import type { Limits } from '../domain/limits/limits.ts'
import { spendWindowAt } from '../domain/limits/spend-window.ts'
import type { Token } from '../domain/tokens/token.ts'
import { inputElsewhere, repeatedTokens } from '../charging/input-bound.ts'
import { type CachedAnswer, cacheNameOf, type ChatCache } from './reply/chat-cache.ts'
import {
  type Caller,
  type CallHold,
  type Exchange,
  isRepeatable,
  type Request,
} from './exchange.ts'
import type { PricedPlan } from '../domain/pricing/priced-candidate.ts'
import { ActiveHold, holdRefused, type Ledger, submitted } from '../charging/hold-running.ts'
import {
  boundsOfAll,
  estimator,
  type HoldWanted,
  type OutputWanted,
  holdWanted,
  isHeldInSlices,
  leastCost,
} from '../charging/hold-estimate.ts'
import { forwardedInput } from '../codec/request/forwarded-input.ts'
import { dollarsOf } from './reply/dollars.ts'
import { tokenNamed } from './reply/limit-names.ts'
import { rateHeaders } from './reply/rate-headers.ts'
import type { CostRange } from '../charging/cost-range.ts'
import { type TokenCounter, tokensByBytes } from '../charging/token-counter.ts'

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

/** Holds the money before any upstream is called. Refuses 402, 429, 503. */
export async function reserve(
  parts: ReserveParts,
  exchange: Exchange,
  asked: ToReserve,
): Promise<CallHold> {
  const { caller, request } = asked
  const { settings } = exchange.snapshot
  const cached = findCached(parts, exchange, asked)
  const input = await estimateInput(parts.tokens, asked)
  const { inputTokens } = input
  if (cached !== null) return holdNothing(parts, exchange, { caller, input, cached })
  const { estimate, bounds, inSlices, wanted, most } = costOf(exchange, asked, inputTokens)
  checkCost(request, most, settings.QuotaPerUnit)
  await checkTokenRate(parts, exchange, caller, inputTokens)
  const hold = holdOf(parts, exchange.incoming.id, { caller, wanted })
  const result = await submitted(() => parts.ledger.submit(hold))
  if (!result.ok) {
    parts.limits.correctTokens(`token:${caller.token.id}`, -tokensCounted(caller, inputTokens))
    throw holdRefused(result, { name: caller.token.name, now: parts.clock.now(), settings })
  }
  const held = new ActiveHold(parts, {
    id: hold.id,
    tokenName: caller.token.name,
    settings,
    ...input,
    estimate,
    held: result.held,
    wantedTokens: wanted.outputTokens,
    sliceTokens: settings.HoldSliceTokens * request.answers,
    answers: request.answers,
    limit: request.outputLimit,
    bounds,
    repeatedBytes: request.repeatsInput ? request.body.length : 0,
    capped: !inSlices && request.outputLimitFields.length > 0 && result.held < wanted.plain,
  })
  if (held.outputCap !== null) {
    exchange.reply.addHeader('x-posthouse-output-limit', String(held.outputCap))
  }
  return held
}

/** Estimates the cost without a hold and without counting tokens against a limit. Refuses 402. */
export async function estimateCall(
  parts: ReserveParts,
  exchange: Exchange,
  asked: ToReserve,
): Promise<CostRange> {
  const { request, plan } = asked
  if (findCached(parts, exchange, asked) !== null) return { least: zero, most: zero }
  const { inputTokens } = await estimateInput(parts.tokens, asked)
  const { most } = costOf(exchange, asked, inputTokens)
  checkCost(request, most, exchange.snapshot.settings.QuotaPerUnit)
  return { least: leastCost(plan.candidates, termsOf(exchange, asked), inputTokens), most }
}

const termsOf = ({ incoming }: Exchange, { caller, request }: ToReserve) => ({
  beganAt: incoming.receivedAt,
  ratioMillionths: caller.group.ratioMillionths,
  tierAsked: request.tier,
  request,
})

function costOf(exchange: Exchange, asked: ToReserve, inputTokens: number) {
  const { settings } = exchange.snapshot
  const { request, plan } = asked
  const estimate = estimator(plan.candidates, termsOf(exchange, asked))
  const bounds = boundsOfAll(request, plan.candidates)
  const inSlices = isHeldInSlices(request, plan.candidates)
  const output: OutputWanted = {
    limit: request.outputLimit,
    bounds,
    answers: request.answers,
    inSlices,
    sliceTokens: settings.HoldSliceTokens,
    preConsumed: settings.PreConsumedQuota,
    inputElsewhere: mostElsewhere(asked),
  }
  const wanted = holdWanted(estimate, inputTokens, output)
  // Not the first slice of a stream but its highest possible cost.
  const { amount: most } = holdWanted(estimate, inputTokens, { ...output, inSlices: false })
  return { estimate, bounds, inSlices, wanted, most }
}

/** Refuses a call that may exceed the caller's cost limit. */
export function checkCost(
  { costMost }: Pick<Request, 'costMost'>,
  most: Quota,
  quotaPerUnit: number,
): void {
  if (costMost === null || most <= costMost) return
  const [limit, wanted] = [costMost, most].map((amount) => dollarsOf(amount, quotaPerUnit))
  throw new Refusal('quota.max-cost', { limit: `$${limit}`, wanted: `$${wanted}` })
}

const holdOf = (
  { clock, incarnation }: ReserveParts,
  id: string,
  { caller, wanted }: { caller: Caller; wanted: HoldWanted },
): Hold => ({
  kind: 'hold',
  id,
  amount: wanted.amount,
  minimum: wanted.minimum,
  modest: wanted.modest,
  accounts: accountsOf(caller, clock.now()),
  owner: { incarnation },
  at: clock.now(),
})

async function holdNothing(
  parts: ReserveParts,
  { incoming, snapshot: { settings } }: Exchange,
  { caller, input, cached }: { caller: Caller; input: InputEstimate; cached: CachedAnswer },
): Promise<CallHold> {
  const result = await submitted(() =>
    parts.ledger.submit<Hold>({
      kind: 'hold',
      id: incoming.id,
      amount: zero,
      minimum: zero,
      accounts: [{ code: walletOf(caller.owner.id) }],
      owner: { incarnation: parts.incarnation },
      at: parts.clock.now(),
    }),
  )
  if (!result.ok) {
    throw holdRefused(result, { name: caller.token.name, now: parts.clock.now(), settings })
  }
  return {
    id: incoming.id,
    ...input,
    held: () => zero,
    extensions: () => [],
    idle: async () => {},
    outputTokensHeld: () => 0,
    isAllHeld: () => true,
    outputCap: null,
    saidBytesMost: Number.POSITIVE_INFINITY,
    extend: async () => null,
    cached,
    resolved: false,
  }
}

function findCached(
  { cache }: ReserveParts,
  { incoming, snapshot }: Exchange,
  { caller, request }: ToReserve,
): CachedAnswer | null {
  if (!caller.token.cache || snapshot.settings.ChatCacheExpireMinute === 0) return null
  if (!isRepeatable(request)) return null
  return cache.find(cacheNameOf(caller.owner.id, incoming.url.pathname, request.body))
}

type InputEstimate = Pick<CallHold, 'inputTokens' | 'countInput'>

/**
 * Pictures, or the whole input, are not estimated if all candidate channels say so. Input that took too long to count is counted again
 * for the charge, once.
 */
async function estimateInput(
  tokens: TokenCounter,
  { request, plan }: ToReserve,
): Promise<InputEstimate> {
  const skip = Math.min(...plan.candidates.map(({ channel }) => channel.preCost))
  if (skip === 3) return { inputTokens: 0, countInput: async () => 0 }
  const { texts, model, extraTokens, imageTokens, restBytes } = request
  const guess = await tokens.guess(texts, model)
  const images = skip === 2 ? 0 : imageTokens
  const beside = extraTokens + tokensByBytes(restBytes) + repeatedTokens(request) + images
  const countAgain = async (): Promise<number> => (await tokens.count(texts, model)) + beside
  const inputTokens = guess.tokens + beside
  let counted: Promise<number> | null = guess.isWhole ? Promise.resolve(inputTokens) : null
  return { inputTokens, countInput: () => (counted ??= countAgain()) }
}

/** Most tokens a candidate may read beyond the body; null if none, or if the channels want no estimate. */
function mostElsewhere({ request, plan }: ToReserve): number | null {
  const counted = plan.candidates.filter(({ channel }) => channel.preCost !== 3)
  const most = counted
    .map((candidate) => inputElsewhere(forwardedInput(request, candidate), candidate.facts))
    .filter((one) => one !== null)
  return most.length === 0 ? null : Math.max(...most)
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
    { limit: tokenNamed(token.name), allowed: perMinute, seconds },
    { retryAfterSeconds: seconds },
  )
}

/** Every account that a charge is taken from, all or none. */
export function accountsOf(
  { owner, token }: Pick<Caller, 'owner' | 'token'>,
  now: number,
): HeldAccount[] {
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
