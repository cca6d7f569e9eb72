import { limitOf } from '@posthouse/ledger/account'
import { type Quota, quota } from '@posthouse/ledger/quota'
import type { LedgerWriter } from '@posthouse/ledger/writer'

/** Sets what is left of a limited token: a transfer of the difference in the allowance ledger. */
export async function setRemaining(
  change: { token: bigint; remaining: number; cause: string; actor: string; at: number },
  ledger: Pick<LedgerWriter, 'submit'>,
): Promise<Quota> {
  const remaining = quota(change.remaining)
  await ledger.submit({
    kind: 'allow',
    cause: change.cause,
    account: limitOf(change.token),
    balance: remaining,
    actor: change.actor,
    at: change.at,
  })
  return remaining
}
