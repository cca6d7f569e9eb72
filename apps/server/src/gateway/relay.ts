import type { Refusal } from '@posthouse/contract/refusal'
import type { AttemptFailure } from '../upstream/attempt-failure.ts'
import { noTier, type TierKnown } from '../pricing/tier.ts'
import type { Reported } from './exchange.ts'

/** How one attempt ended, once its upstream had answered with a success. */
export type Relayed = {
  readonly kind:
    | 'complete'
    | 'failed-before-content'
    | 'failed-mid-stream'
    | 'client-left'
    | 'quota-ran-out'
  readonly reported: Reported | null
  readonly failure: AttemptFailure | null
  /** Why no more was held, when what was held ran out. */
  readonly refusal: Refusal | null
  /** Sends a whole answer, with its price when one was asked for. */
  readonly deliver: ((cost: string | null) => void) | null
  /** The answer as it goes out: a whole one, or a stream that is kept for a repeat. */
  readonly bytes: Buffer | null
  /** What is known of the service tier that answered. */
  readonly tier: TierKnown
}

export const relayed = (kind: Relayed['kind'], more: Partial<Relayed> = {}): Relayed => ({
  kind,
  reported: null,
  failure: null,
  refusal: null,
  deliver: null,
  bytes: null,
  tier: noTier,
  ...more,
})
