import { Refusal } from '@posthouse/contract/refusal'
import { addressClass } from '../../http/client-address.ts'
import type { SharedRedis } from '../../redis/shared-redis.ts'
import { createGrowingWait } from './growing-wait.ts'

/** Free attempts: of an address at one name, of an address at all names, and of all addresses at one name. */
export type AttemptLimits = {
  readonly ofName: number
  readonly ofAddress: number
  readonly ofEverybody: number
}

/** Five at a name is about what a forgetful user needs. */
export const defaultAttemptLimits: AttemptLimits = { ofName: 5, ofAddress: 50, ofEverybody: 50 }

/** The name and the source of an attempt. A user with a session is identified by it, independent of others at the same address. */
type SourcedGuess = {
  readonly whose: string
  readonly by: { readonly address: string } | { readonly session: string }
}

/** Attempts at short codes are also counted over all addresses. */
export type Guess = SourcedGuess | { readonly whose: string; readonly by: 'everybody' }

/**
 * Slows guessing down by name and address. Except for short codes, attempts from one address never block others at the same name, and
 * no address waits because of others.
 */
export type AttemptLimiter = {
  /** Counts an attempt before it is checked. Throws `auth.too-many-attempts` during a wait. */
  count(guess: Guess): Promise<void>
  /** Uncounts an attempt that was right or could not be checked. */
  forget(guess: Guess): Promise<void>
}

/** At most 15 minutes between attempts, for six hours: about 150 attempts per day. */
const ofName = { keyPrefix: 'guesses', seconds: 6 * 3_600, longestSeconds: 900 }
/** Short waits, because many people may share an address. */
const ofAddress = { keyPrefix: 'guesses-by', seconds: 1_200, longestSeconds: 60 }
/** Short waits, because all users of the name wait too. */
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
      // A correct attempt does not clear those of others.
      if (guess.by === 'everybody') return everybody.giveBack(guess.whose)
      const address = addressOf(guess)
      // Only this attempt, so that owning one account does not allow unlimited guesses at others.
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
