import { Refusal } from '@posthouse/contract/refusal'
import type { Call } from '../../call.ts'

/**
 * Uses up a code of the user's authenticator app or a recovery code. Guesses are counted for the account, wherever they
 * come from: only somebody who knows its password, or has a session of it, gets this far.
 */
export async function requireCode(
  userId: bigint,
  code: string,
  { parts }: Pick<Call, 'parts'>,
): Promise<void> {
  const guess = { whose: `second-factor:${userId}`, by: { session: 'any' } }
  await parts.attempts.count(guess)
  if (!(await parts.secondFactors.accept(userId, code))) {
    throw new Refusal('second-factor.wrong-code', {}, { field: 'code' })
  }
  await parts.attempts.forget(guess)
}
