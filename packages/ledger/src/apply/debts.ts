import type { AccountCode } from '../account.ts'
import type { Draft } from './draft.ts'
import { minus, smaller, zero } from '../quota.ts'
import type { Quota } from '../quota.ts'
import type { DebtState } from '../state.ts'

/*
 * A charge that cannot take its full amount because other holds cover the rest leaves a debt. So as long as a wallet
 * owes anything, none of its balance is available, and some of it is held.
 */

/** Whether a shortfall can still be paid later, from amounts that other holds release. */
export const canOwe = (draft: Draft, wallet: AccountCode): boolean =>
  draft.account(wallet).held > 0n

/**
 * Collects debts, oldest first. Called whenever something becomes available in a wallet, and before anything is
 * reserved there. Debts left when the wallet has no more holds are written off.
 */
export function payDebts(draft: Draft, wallet: AccountCode, at: number): void {
  if (draft.account(wallet).owed === 0n) return
  for (const debt of draft.openDebts(wallet)) {
    const taken = smaller(debt.left, draft.available(wallet))
    if (taken > 0n) collect(draft, debt, taken, at)
  }
  if (draft.account(wallet).held > 0n) return
  for (const debt of draft.openDebts(wallet)) writeOff(draft, debt, at)
}

function collect(draft: Draft, debt: DebtState, taken: Quota, at: number): void {
  const number = debt.collected + 1
  draft.post({ ...operationOf(debt, at), kind: `collect:${number}` }, [
    { from: debt.wallet, to: 'revenue', amount: taken },
  ])
  draft.putDebt({ ...debt, left: minus(debt.left, taken), collected: number })
}

function writeOff(draft: Draft, debt: DebtState, at: number): void {
  draft.post({ ...operationOf(debt, at), kind: 'write-off' }, [
    { from: 'adjusted', to: 'revenue', amount: debt.left },
  ])
  draft.putDebt({ ...debt, left: zero })
}

const operationOf = ({ hold }: DebtState, at: number) => ({
  cause: `request:${hold}`,
  actor: 'system',
  remark: '',
  bookRevision: 0n,
  late: false,
  at,
})
