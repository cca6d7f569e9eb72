import type { Handler } from '../call.ts'
import { quotaOut } from '../present.ts'

/** Guesses are counted by account and address, right ones forgotten: a batch may be redeemed in one go. */
export const redeemCode: Handler<'redeemCode'> = async ({ body }, call) => {
  const { address, caller, parts } = call
  const guess = { whose: `code:${caller.id}`, by: { address } }
  await parts.attempts.count(guess)
  const credited = await parts.money.redeemCode({
    code: body.key,
    account: caller,
    at: parts.clock.now(),
  })
  await parts.attempts.forget(guess)
  return quotaOut(credited)
}
