import { walletOf } from '@posthouse/ledger/account'
import { quota } from '@posthouse/ledger/quota'
import type { Handler } from '../call.ts'
import { quotaOut } from '../present.ts'
import { tellTopUp } from '../user/notifications/tell-top-up.ts'

/** Guesses are counted by account and address, right ones forgotten: a batch may be redeemed in one go. */
export const redeemCode: Handler<'redeemCode'> = async ({ body }, call) => {
  const { address, caller, parts } = call
  const guess = { whose: `code:${caller.id}`, by: { address } }
  await parts.attempts.count(guess)
  const credited = await parts.money.redeemCode({
    code: body.key,
    account: caller,
    settings: parts.snapshot.get().settings,
    at: parts.clock.now(),
  })
  await parts.attempts.forget(guess)
  if (credited > 0n) {
    const wallet = walletOf(caller.id)
    const balance = (await parts.ledger.reader.balances([wallet])).get(wallet)?.balance
    await tellTopUp(caller.id, { amount: credited, balance: quota(balance ?? 0n) }, call)
  }
  return quotaOut(credited)
}
