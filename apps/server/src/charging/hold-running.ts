import { phrase, type Phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import type { Extend, HoldResult, Insufficient } from '@posthouse/ledger/command'
import { type Quota, quota } from '@posthouse/ledger/quota'
import type { Submitter } from '@posthouse/ledger/writer'
import type { Clock } from '../lib/clock.ts'
import { type AmountSettings, amountText } from '../domain/settings/amount-text.ts'
import { type AnswerBounds, longestText } from './usage-limits.ts'
import type { Extension, RunningHold } from './running-hold.ts'
import { type Estimator, outputAfforded } from './hold-estimate.ts'

/** The ledger commands of the gateway. Rejects with `LedgerUnavailable`. */
export type Ledger = Submitter<'hold' | 'extend' | 'settle' | 'void'>

type HeldParts = { readonly ledger: Ledger; readonly clock: Clock }

type Holding = {
  readonly id: string
  readonly tokenName: string
  readonly settings: AmountSettings
  readonly inputTokens: number
  readonly countInput: () => Promise<number>
  readonly estimate: Estimator
  readonly held: Quota
  readonly wantedTokens: number
  readonly sliceTokens: number
  readonly answers: number
  readonly capped: boolean
  /** Output limit of one answer, as the client set it. */
  readonly limit: number | null
  /** Bounds of one answer. */
  readonly bounds: AnswerBounds
  /** Bytes of the request that an answer may repeat before its own text. */
  readonly repeatedBytes: number
}

/** A hold that can grow while its answer is written. */
export class ActiveHold implements RunningHold {
  readonly id: string
  readonly inputTokens: number
  readonly outputCap: number | null
  readonly saidBytesMost: number
  resolved = false
  readonly #parts: HeldParts
  readonly #holding: Holding
  readonly #extensions: Extension[] = []
  #underWay: Promise<unknown> = Promise.resolve()
  #held: Quota
  #outputTokens: number

  constructor(parts: HeldParts, holding: Holding) {
    const { estimate, inputTokens, held, wantedTokens, capped, answers, limit, bounds } = holding
    this.#parts = parts
    this.#holding = holding
    this.id = holding.id
    this.inputTokens = inputTokens
    this.#held = held
    this.#outputTokens = outputAfforded(estimate, inputTokens, {
      amount: held,
      wanted: wantedTokens,
    })
    const each = Math.max(1, Math.floor(this.#outputTokens / answers))
    // Never above the client's limit, which does not cover reasoning beside it.
    this.outputCap = capped && each <= (limit ?? each) ? each : null
    const text = (longestText(bounds.asked) + holding.repeatedBytes) * answers
    this.saidBytesMost = limit === null || bounds.mayThink ? Number.POSITIVE_INFINITY : text
  }

  countInput(): Promise<number> {
    return this.#holding.countInput()
  }

  held(): Quota {
    return this.#holding.held
  }

  extensions(): readonly Extension[] {
    return this.#extensions
  }

  async idle(): Promise<void> {
    await this.#underWay
  }

  outputTokensHeld(): number {
    if (this.isAllHeld()) return Number.MAX_SAFE_INTEGER
    // Our own limit bounds it too: we never count more than twice the tokens of an answer that obeys it.
    const isBounded = this.outputCap !== null && !this.#holding.bounds.besideLimit
    return isBounded ? this.#outputTokens * 2 : this.#outputTokens
  }

  isAllHeld(): boolean {
    return this.#outputTokens >= this.#outputMost
  }

  /** Highest possible charge in output tokens; infinite without a bound. */
  get #outputMost(): number {
    const { bounds, answers } = this.#holding
    const isEndless = bounds.isGuess && this.outputCap === null
    return isEndless ? Number.POSITIVE_INFINITY : bounds.asked * answers
  }

  async extend(): Promise<Refusal | null> {
    const { estimate, inputTokens, sliceTokens } = this.#holding
    if (this.isAllHeld()) return null
    const wanted = Math.min(this.#outputTokens + sliceTokens, this.#outputMost)
    const amount = quota(estimate(inputTokens, wanted) - estimate(inputTokens, this.#outputTokens))
    if (amount === 0n) {
      this.#outputTokens = wanted
      return null
    }
    const taking = this.#takeMore(amount, wanted)
    this.#underWay = Promise.allSettled([this.#underWay, taking])
    return await taking
  }

  async #takeMore(amount: Quota, wanted: number): Promise<Refusal | null> {
    const { ledger, clock } = this.#parts
    const { estimate, inputTokens, tokenName, settings } = this.#holding
    const at = clock.now()
    const extend: Extend = { kind: 'extend', hold: this.id, amount, minimum: extensionMinimum, at }
    try {
      const result = await submitted(() => ledger.submit(extend))
      if (!result.ok) {
        const told = result.reason === 'insufficient' ? inAll(result, this.#held, amount) : result
        return holdRefused(told, { name: tokenName, now: at, settings })
      }
      this.#held = quota(this.#held + result.held)
      this.#extensions.push({ quota: result.held, at })
      this.#outputTokens = outputAfforded(estimate, inputTokens, { amount: this.#held, wanted })
      return null
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }
}

/**
 * Restates a refused extension for the whole answer: the amount already held counts as available and as needed. An expired hold was
 * already released, so it counts as needed alone.
 */
function inAll(refused: Insufficient, held: Quota, more: Quota): Insufficient {
  const wasGivenBack = refused.wanted > extensionMinimum
  return {
    ...refused,
    left: wasGivenBack ? refused.left : quota(refused.left + held),
    wanted: quota(held + more),
  }
}

const extensionMinimum = quota(1)

/** Turns an unavailable ledger into a refusal. */
export async function submitted<R>(submit: () => Promise<R>): Promise<R> {
  try {
    return await submit()
  } catch (error) {
    if (error instanceof Error && error.name === 'LedgerUnavailable') {
      throw new Refusal('ledger.unavailable', {}, { retryAfterSeconds: 2 })
    }
    throw error
  }
}

/** The refusal that names the exhausted limit or balance. Throws for any other reason, which is a bug. */
export function holdRefused(
  result: Exclude<HoldResult, { ok: true }>,
  { name, now, settings }: Refused,
): Refusal {
  if (result.reason !== 'insufficient') throw new Error(`a hold was refused: ${result.reason}`)
  const { account } = result
  const left = amountText(result.left, settings)
  const wanted = amountText(result.wanted, settings)
  const inside = { account, left: String(result.left), wanted: String(result.wanted) }
  if (account.startsWith('window:')) {
    const seconds = Math.max(1, Math.ceil(((result.resetsAt ?? now) - now) / 1_000))
    const window = windowNames[account.split(':')[3] ?? ''] ?? ''
    return new Refusal(
      'quota.window',
      { name, window, left, wanted, seconds },
      { retryAfterSeconds: seconds, inside },
    )
  }
  if (!account.startsWith('limit:')) {
    return new Refusal('quota.insufficient', { left, wanted }, { inside })
  }
  return isEmpty(result)
    ? new Refusal('key.exhausted', { name }, { inside })
    : new Refusal('quota.token', { name, left, wanted }, { inside })
}

type Refused = {
  /** Name of the token. */
  readonly name: string
  readonly now: number
  readonly settings: AmountSettings
}

const windowNames: Readonly<Record<string, Phrase>> = {
  '5h': phrase('five hours'),
  day: phrase('a day'),
  week: phrase('a week'),
  month: phrase('a month'),
}

const isEmpty = ({ left }: Insufficient): boolean => left <= 0n
