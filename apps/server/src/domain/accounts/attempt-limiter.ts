import { Refusal } from '@posthouse/contract/refusal'
import { addressClass } from '../../http/client-address.ts'
import type { SharedRedis } from '../../redis/shared-redis.ts'
import { createGrowingWait } from './growing-wait.ts'

/** The guesses of one name, and of all names, that an address has before it must wait, and those of all addresses. */
export type AttemptLimits = {
  readonly ofName: number
  readonly ofAddress: number
  readonly ofEverybody: number
}

/** Five at a name: about what somebody tries who forgot which password it was. */
export const defaultAttemptLimits: AttemptLimits = { ofName: 5, ofAddress: 50, ofEverybody: 50 }

/**
 * Whose password is guessed, and by whom. Somebody with a session of that account is known by it: what others
 * at the same address do is not theirs.
 */
type SourcedGuess = {
  readonly whose: string
  readonly by: { readonly address: string } | { readonly session: string }
}

/** A guess at a short code counts a second time, for everybody together. */
export type Guess = SourcedGuess | { readonly whose: string; readonly by: 'everybody' }

/**
 * Slows guessing down by name and address. Except for short codes it never makes everybody wait for a name, and it never
 * makes an address wait for what others do.
 */
export type AttemptLimiter = {
  /** Counts a guess before it is looked at. Throws `auth.too-many-attempts` while the next must wait. */
  count(guess: Guess): Promise<void>
  /** It was right, or could not be looked at. */
  forget(guess: Guess): Promise<void>
}

/** Six hours and at most a quarter of one between two guesses: about 150 guesses in a day. */
const ofName = { keyPrefix: 'guesses', seconds: 6 * 3_600, longestSeconds: 900 }
/** Many people may share an address, so what it waits for stays short. */
const ofAddress = { keyPrefix: 'guesses-by', seconds: 1_200, longestSeconds: 60 }
/** Others wait with whoever guesses, so the waits stay short here, too. */
const ofEverybody = { keyPrefix: 'guesses-at', seconds: 1_200, longestSeconds: 60 }

export function createAttemptLimiter(
  limits: AttemptLimits,
  redis: SharedRedis | null,
): AttemptLimiter {
  const names = createGrowingWait({ ...ofName, free: limits.ofName }, redis)
  const addresses = createGrowingWait({ ...ofAddress, free: limits.ofAddress }, redis)
  const everybody = createGrowingWait({ ...ofEverybody, free: limits.ofEverybody }, redis)
  return {
    async count(guess) {
      if (guess.by === 'everybody') return refuseFor(await everybody.take(guess.whose))
      const address = addressOf(guess)
      if (address !== null) refuseFor(await addresses.take(address))
      refuseFor(await names.take(keyOf(guess)))
    },
    async forget(guess) {
      // A right one says nothing about the guesses of others.
      if (guess.by === 'everybody') return everybody.giveBack(guess.whose)
      const address = addressOf(guess)
      // Only its own: whoever has one account may not guess at others for ever.
      if (address !== null) await addresses.giveBack(address)
      await names.forget(keyOf(guess))
    },
  }
}

const addressOf = ({ by }: SourcedGuess): string | null =>
  'address' in by ? addressClass(by.address) : null

const keyOf = ({ whose, by }: SourcedGuess): string =>
  `${whose}@${'address' in by ? addressClass(by.address) : `session:${by.session}`}`

function refuseFor(seconds: number): void {
  if (seconds === 0) return
  throw new Refusal('auth.too-many-attempts', { seconds }, { retryAfterSeconds: seconds })
}
