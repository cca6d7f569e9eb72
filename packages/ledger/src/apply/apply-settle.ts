import { isWallet } from '../account.ts'
import type { AccountCode } from '../account.ts'
import type { Settle, SettleResult, Void, VoidResult } from '../command.ts'
import { canOwe, payDebts } from './debts.ts'
import type { Draft, Movement } from './draft.ts'
import { minus, smaller, zero } from '../quota.ts'
import type { Quota } from '../quota.ts'
import type { HoldState } from '../state.ts'

export function applySettle(draft: Draft, command: Settle): SettleResult {
  const hold = draft.findHold(command.hold)
  if (hold === undefined) return { ok: false, reason: 'unknown-hold' }
  if (hold.phase === 'settled') return { ok: false, reason: 'already-settled' }
  if (hold.phase === 'voided') return { ok: false, reason: 'already-voided' }
  const late = hold.phase === 'expired'
  if (!late) giveBack(draft, hold)

  const { movements, charged, owed, writtenOff } = chargeOf(draft, hold.accounts, command.amount)
  draft.post(
    {
      cause: `request:${command.hold}`,
      kind: 'charge',
      actor: command.actor,
      remark: command.remark ?? '',
      bookRevision: command.bookRevision,
      late,
      at: command.at,
    },
    movements,
  )
  for (const wallet of hold.accounts.filter(isWallet)) {
    payDebts(draft, wallet, command.at)
    if (owed > 0n) {
      draft.putDebt({ hold: hold.id, wallet, left: owed, collected: 0, at: command.at })
    }
  }
  draft.putHold({ ...hold, phase: 'settled', resolvedAt: command.at, reason: null })
  draft.carry(command.usage, { quota: command.amount, written_off: zero })
  draft.tally(command.tallies, command.amount)
  draft.write(command.rows)
  return { ok: true, charged, owed, writtenOff, late, journalled: false }
}

export function applyVoid(draft: Draft, command: Void): VoidResult {
  const hold = draft.findHold(command.hold)
  if (hold === undefined) return { ok: false, reason: 'unknown-hold' }
  if (hold.phase === 'settled') return { ok: false, reason: 'already-settled' }
  if (hold.phase !== 'pending') return { ok: false, reason: 'already-voided' }
  giveBack(draft, hold)
  for (const wallet of hold.accounts.filter(isWallet)) payDebts(draft, wallet, command.at)
  draft.putHold({
    ...hold,
    phase: command.expired ? 'expired' : 'voided',
    resolvedAt: command.at,
    reason: command.reason,
  })
  draft.carry(command.usage, { quota: zero, written_off: zero })
  draft.tally(command.tallies, zero)
  draft.write(command.rows)
  return { ok: true, journalled: false }
}

function giveBack(draft: Draft, hold: HoldState): void {
  for (const code of hold.accounts) draft.hold(code, minus(zero, hold.amount))
}

/**
 * Takes the amount from every account, except what other holds have reserved there. The wallet's shortfall becomes a
 * debt while it has other holds, and is written off otherwise.
 */
function chargeOf(
  draft: Draft,
  accounts: readonly AccountCode[],
  amount: Quota,
): { movements: Movement[]; charged: Quota; owed: Quota; writtenOff: Quota } {
  let charged = amount
  let owes = false
  const movements = accounts.map((code): Movement => {
    const taken = smaller(amount, draft.available(code))
    if (!isWallet(code)) return { from: code, to: 'allowed', amount: taken }
    charged = taken
    owes = canOwe(draft, code)
    return { from: code, to: 'revenue', amount: taken }
  })
  const short = minus(amount, charged)
  const [owed, writtenOff] = owes ? [short, zero] : [zero, short]
  movements.push({ from: 'adjusted', to: 'revenue', amount: writtenOff })
  return { movements, charged, owed, writtenOff }
}
