import { Refusal } from '@posthouse/contract/refusal'
import { addressClass } from '../../http/client-address.ts'
import type { SharedRedis } from '../../redis/shared-redis.ts'
import { createGrowingWait } from './growing-wait.ts'

/** The guesses of one name, and of all names, that an address has before it must wait. */
export type AttemptLimits = { readonly ofName: number; readonly ofAddress: number }

/** Five at a name: about what somebody tries who forgot which password it was. */
export const defaultAttemptLimits: AttemptLimits = { ofName: 5, ofAddress: 50 }

/**
 * Whose password is guessed, and by whom. Somebody with a session of that account is known by it: what others
 * at the same address do is not theirs.
 */
export type Guess = {
  readonly whose: string
  readonly by: { readonly address: string } | { readonly session: string }
}

/** Slows guessing down by name and address: never a name for all, never an address for what others do. */
export type AttemptLimiter = {
  /** Counts a guess before it is looked at. Throws `auth.too-many-attempts` while the next must wait. */
  count(guess: Guess): Promise<void>
  /** It was right. */
  forget(guess: Guess): Promise<void>
}

/** Six hours and at most a quarter of one between two guesses: about 150 guesses in a day. */
const ofName = { keyPrefix: 'guesses', seconds: 6 * 3_600, longestSeconds: 900 }
/** Many people may share an address, so what it waits for stays short. */
const ofAddress = { keyPrefix: 'guesses-by', seconds: 1_200, longestSeconds: 60 }

export function createAttemptLimiter(
  limits: AttemptLimits,
  redis: SharedRedis | null,
): AttemptLimiter {
  const names = createGrowingWait({ ...ofName, free: limits.ofName }, redis)
  const addresses = createGrowingWait({ ...ofAddress, free: limits.ofAddress }, redis)
  return {
    async count(guess) {
      const address = addressOf(guess)
      if (address !== null) refuseFor(await addresses.take(address))
      refuseFor(await names.take(keyOf(guess)))
    },
    async forget(guess) {
      const address = addressOf(guess)
      // Only its own: whoever has one account may not guess at others for ever.
      if (address !== null) await addresses.giveBack(address)
      await names.forget(keyOf(guess))
    },
  }
}

const addressOf = ({ by }: Guess): string | null =>
  'address' in by ? addressClass(by.address) : null

const keyOf = ({ whose, by }: Guess): string =>
  `${whose}@${'address' in by ? addressClass(by.address) : `session:${by.session}`}`

function refuseFor(seconds: number): void {
  if (seconds === 0) return
  throw new Refusal('auth.too-many-attempts', { seconds }, { retryAfterSeconds: seconds })
}
