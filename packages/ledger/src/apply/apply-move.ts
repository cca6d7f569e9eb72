import { isWallet } from '../account.ts'
import type { Allow, Move, MoveResult } from '../command.ts'
import { payDebts } from './debts.ts'
import type { Draft, Movement } from './draft.ts'
import { minus, plus, zero } from '../quota.ts'
import type { Quota } from '../quota.ts'

export function applyMove(draft: Draft, command: Move): MoveResult {
  if (draft.isDone(command.cause, command.kind)) return { ok: false, reason: 'already-done' }
  const available = draft.available(command.account)
  if (plus(available, command.amount) < 0n) {
    return {
      ok: false,
      reason: 'insufficient',
      account: command.account,
      left: available,
      wanted: minus(zero, command.amount),
      resetsAt: null,
    }
  }
  if (isTooMuch(draft.account(command.account).balance, command)) {
    return { ok: false, reason: 'too-much' }
  }
  post(draft, command, command.remark, [between(command, command.counterpart, command.amount)])
  if (isWallet(command.account)) payDebts(draft, command.account, command.at)
  draft.carry(command.usage, {
    quota: command.usage?.['quota'] ?? command.amount,
    written_off: zero,
  })
  draft.write(command.rows)
  return { ok: true, balance: draft.account(command.account).balance }
}

const isTooMuch = (balance: Quota, { amount, balanceMost }: Move): boolean =>
  balanceMost !== undefined && amount > 0n && plus(balance, amount) > balanceMost

/** Sets the available amount. Amounts reserved by open holds are added to it. */
export function applyAllow(draft: Draft, command: Allow): MoveResult {
  if (draft.isDone(command.cause, command.kind)) return { ok: false, reason: 'already-done' }
  const change = minus(command.balance, draft.available(command.account))
  post(draft, command, '', [between(command, 'allowed', change)])
  return { ok: true, balance: draft.account(command.account).balance }
}

function between(
  { account }: Move | Allow,
  counterpart: Move['counterpart'],
  amount: Quota,
): Movement {
  return amount < 0n
    ? { from: account, to: counterpart, amount: minus(zero, amount) }
    : { from: counterpart, to: account, amount }
}

function post(draft: Draft, command: Move | Allow, remark: string, moved: Movement[]): void {
  const { cause, kind, actor, at } = command
  draft.post({ cause, kind, actor, remark, bookRevision: 0n, late: false, at }, moved)
}
