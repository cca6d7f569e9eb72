import type { Guess } from '../../../domain/accounts/attempt-limiter.ts'
import type { Call } from '../../call.ts'

/**
 * Looks at a code that is short, or that many addresses may guess at together. The guess is counted before, for its
 * address and for everybody. `look` answers null for a wrong code.
 */
export async function guessCode<Found>(
  whose: string,
  { parts: { attempts }, address }: Pick<Call, 'parts' | 'address'>,
  look: () => Promise<Found | null>,
): Promise<Found | null> {
  const own: Guess = { whose, by: { address } }
  const common: Guess = { whose, by: 'everybody' }
  await attempts.count(own)
  await attempts.count(common)
  let found: Found | null
  try {
    found = await look()
  } catch (error) {
    // It was not looked at: an outage must not make everybody wait.
    await attempts.forget(common)
    throw error
  }
  if (found !== null) {
    await attempts.forget(common)
    await attempts.forget(own)
  }
  return found
}
