import { type AccountCode, hasRow, isWallet, ledgerOf } from '../account.ts'
import type { Refund, RefundResult } from '../command.ts'
import { payDebts } from './debts.ts'
import type { Draft, Movement } from './draft.ts'
import { minus, plus, zero } from '../quota.ts'
import type { Quota } from '../quota.ts'
import type { DebtState, HoldState } from '../state.ts'

export function applyRefund(draft: Draft, command: Refund): RefundResult {
  const hold = draft.findHold(command.hold)
  if (hold === undefined) return { ok: false, reason: 'unknown-hold' }
  if (hold.phase === 'pending') return { ok: false, reason: 'hold-pending' }
  if (hold.phase !== 'settled') return { ok: false, reason: 'already-voided' }
  const cause = `request:${command.hold}`
  if (draft.isDone(cause, command.kind)) return { ok: false, reason: 'already-done' }

  const debts = debtsOf(draft, hold)
  const back = returnsOf(draft, command)
  const forgiven = sumOf(debts.map(({ left }) => left))
  const movements = [...back, { from: 'refunded', to: 'revenue', amount: forgiven } as const]
  if (movements.every(({ amount }) => amount === 0n))
    return { ok: false, reason: 'nothing-charged' }
  if (isTooMuch(draft, back, command)) return { ok: false, reason: 'too-much' }

  const { actor, remark, at, kind } = command
  draft.post({ cause, kind, actor, remark, bookRevision: 0n, late: false, at }, movements)
  for (const debt of debts) draft.putDebt({ ...debt, left: zero })
  for (const wallet of hold.accounts.filter(isWallet)) payDebts(draft, wallet, at)
  const returned = sumOf(back.filter(({ from }) => from === 'refunded').map(({ amount }) => amount))
  const given = minus(zero, plus(returned, forgiven))
  draft.carry(command.usage, { quota: given, written_off: zero })
  draft.tally(command.tallies, given)
  draft.write(command.rows)
  return { ok: true, returned, forgiven }
}

/**
 * Returns to each account what the charge took from it. A spend window that has reset since gets nothing, and neither
 * does a limit that was set again since.
 */
function returnsOf(draft: Draft, { hold, at }: Refund): Movement[] {
  const taken = new Map<AccountCode, Quota>()
  for (const { debit, amount } of draft.takenFor(hold)) {
    if (hasRow(debit)) taken.set(debit, plus(taken.get(debit) ?? zero, amount))
  }
  return [...taken]
    .filter(([code]) => (draft.account(code).resetsAt ?? Infinity) > at)
    .map(([to, amount]) => ({
      from: ledgerOf(to) === 'quota' ? 'refunded' : 'allowed',
      to,
      amount,
    }))
}

const isTooMuch = (draft: Draft, back: readonly Movement[], { balanceMost }: Refund): boolean =>
  balanceMost !== undefined &&
  back.some(
    ({ to, amount }) =>
      hasRow(to) && isWallet(to) && plus(draft.account(to).balance, amount) > balanceMost,
  )

const debtsOf = (draft: Draft, hold: HoldState): DebtState[] =>
  hold.accounts
    .filter(isWallet)
    .flatMap((wallet) => draft.openDebts(wallet))
    .filter((debt) => debt.hold === hold.id)

const sumOf = (amounts: readonly Quota[]): Quota => amounts.reduce(plus, zero)
