import { limitOf } from '@posthouse/ledger/account'
import { type Quota, quota } from '@posthouse/ledger/quota'
import type { Submitter } from '@posthouse/ledger/writer'

export type NewRemaining = {
  readonly token: bigint
  readonly remaining: number
  readonly cause: string
  readonly actor: string
  readonly at: number
}

/** Sets what is left of a limited token: a transfer of the difference in the allowance ledger. */
export async function setRemaining(
  change: NewRemaining,
  ledger: Submitter<'allow'>,
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
