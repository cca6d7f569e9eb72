import { isWallet } from '../account.ts'
import type { AccountCode } from '../account.ts'
import type { Extend, HeldAccount, Hold, HoldResult, Insufficient } from '../command.ts'
import { payDebts } from './debts.ts'
import type { Draft, Movement } from './draft.ts'
import { larger, minus, plus, quota, smaller, zero } from '../quota.ts'
import type { Quota } from '../quota.ts'

/** The offer of an account to a hold, after its spend window was adjusted to a changed limit. */
type Offer = HeldAccount & {
  readonly available: Quota
  readonly resetsAt: number | null
  /** The change of the window's allowance, posted before the hold. */
  readonly reconcile: Quota
}

export function applyHold(draft: Draft, command: Hold): HoldResult {
  if (draft.findHold(command.id) !== undefined) return { ok: false, reason: 'duplicate-hold' }
  payFirst(
    draft,
    command.accounts.map(({ code }) => code),
    command.at,
  )
  const offers = command.accounts.map((account) => offerOf(draft, account))
  const refusal = refusalOf(offers, command.minimum)
  if (refusal !== null) return refusal

  const held = heldOf(offers, mostOf(command, offers))
  openWindows(draft, command, offers)
  for (const { code } of offers) draft.hold(code, held)
  draft.putHold({
    id: command.id,
    phase: 'pending',
    amount: held,
    accounts: offers.map(({ code }) => code),
    owner: command.owner,
    createdAt: command.at,
    resolvedAt: null,
    reason: null,
  })
  draft.write(command.rows)
  return { ok: true, held }
}

export function applyExtend(draft: Draft, command: Extend): HoldResult {
  const hold = draft.findHold(command.hold)
  if (hold === undefined) return { ok: false, reason: 'unknown-hold' }
  if (hold.phase !== 'pending' && hold.phase !== 'expired') {
    return { ok: false, reason: 'hold-resolved' }
  }
  payFirst(draft, hold.accounts, command.at)
  const offers = hold.accounts.map((code) => offerOf(draft, { code }))
  // An expired hold was released because its process seemed dead, so its whole amount is reserved again.
  const lost = hold.phase === 'expired' ? hold.amount : zero
  const refusal = refusalOf(offers, plus(lost, command.minimum))
  if (refusal !== null) return refusal

  const taken = heldOf(offers, plus(lost, command.amount))
  for (const { code } of offers) draft.hold(code, taken)
  const more = minus(taken, lost)
  const amount = plus(hold.amount, more)
  draft.putHold({ ...hold, phase: 'pending', amount, resolvedAt: null, reason: null })
  return { ok: true, held: more }
}

/** Debts are paid before anything more is reserved. */
function payFirst(draft: Draft, accounts: readonly AccountCode[], at: number): void {
  for (const code of accounts) if (isWallet(code)) payDebts(draft, code, at)
}

/** The most that every account can give, up to the amount wanted. */
const heldOf = (offers: readonly Offer[], wanted: Quota): Quota =>
  offers.reduce((least, { available }) => smaller(least, available), wanted)

/**
 * The most that a hold may take. A modest hold leaves half of the available balance, unless it needs more to reach
 * `modest`.
 */
function mostOf({ amount, modest }: Hold, offers: readonly Offer[]): Quota {
  const wallet = offers.find(({ code }) => isWallet(code))
  if (modest === undefined || wallet === undefined) return amount
  return smaller(amount, larger(modest, quota(wallet.available / 2n)))
}

function offerOf(draft: Draft, held: HeldAccount): Offer {
  const account = draft.account(held.code)
  const available = draft.available(held.code)
  if (held.window === undefined) {
    return { ...held, available, resetsAt: account.resetsAt, reconcile: zero }
  }
  // A lowered limit takes back only what is still available. What was spent or is held stays allowed, and the next hold
  // takes back the rest.
  const change = minus(held.window.limit, account.windowLimit ?? zero)
  const reconcile = larger(change, minus(zero, available))
  const { resetsAt } = held.window
  return { ...held, available: plus(available, reconcile), resetsAt, reconcile }
}

function refusalOf(offers: readonly Offer[], minimum: Quota): Insufficient | null {
  const short = offers.find(({ available }) => available < minimum)
  if (short === undefined) return null
  return {
    ok: false,
    reason: 'insufficient',
    account: short.code,
    left: short.available,
    wanted: minimum,
    resetsAt: short.resetsAt,
  }
}

function openWindows(draft: Draft, command: Hold, offers: readonly Offer[]): void {
  const movements: Movement[] = []
  for (const { code, window, reconcile } of offers) {
    if (window === undefined) continue
    const { windowLimit, resetsAt } = draft.account(code)
    if (windowLimit === null || reconcile !== 0n || resetsAt !== window.resetsAt) {
      draft.openWindow(code, plus(windowLimit ?? zero, reconcile), window.resetsAt)
    }
    movements.push(
      reconcile < 0n
        ? { from: code, to: 'allowed', amount: minus(zero, reconcile) }
        : { from: 'allowed', to: code, amount: reconcile },
    )
  }
  draft.post(
    {
      cause: `request:${command.id}`,
      kind: 'window',
      actor: 'system',
      remark: '',
      bookRevision: 0n,
      late: false,
      at: command.at,
    },
    movements,
  )
}
