import { tierWord } from '@posthouse/contract/line-condition'
import type { Meters } from '@posthouse/llm/canonical/meter'
import { type Charge, price, type PriceFacts } from './price.ts'

/** The facts of the tier that answered. */
export type TierFacts = {
  /** The supplier's word; null: nothing. */
  readonly said: string | null
  /** The request's word; empty: nothing. */
  readonly asked: string
}

export const noTier: TierFacts = { said: null, asked: '' }

/**
 * The cost of usage at the tier that answered, and the facts that it was worked out from. A supplier
 * that does not say which one it was may have done what it was asked: the dearer price is taken, so that
 * nobody is served better than he pays.
 */
export function priceServed(
  used: Meters,
  facts: Omit<PriceFacts, 'tier'>,
  { said, asked }: TierFacts,
): { readonly charge: Charge; readonly facts: PriceFacts } {
  const at = (word: string) => {
    const all = word === '' ? facts : { ...facts, tier: tierWord(word) }
    return { charge: price(used, all), facts: all }
  }
  if (said !== null || asked === '') return at(said ?? '')
  const [plain, better] = [at(''), at(asked)]
  return better.charge.total > plain.charge.total ? better : plain
}
