import { tierWord } from '@posthouse/contract/line-condition'
import type { Meters } from '@posthouse/llm/canonical/meter'
import { type Charge, price, type PriceFacts } from './price.ts'

export type TierFacts = {
  /** Tier reported by the supplier. */
  readonly said: string | null
  /** Requested tier, or empty. */
  readonly asked: string
}

export const noTier: TierFacts = { said: null, asked: '' }

/**
 * Prices usage at the tier that answered. If the supplier does not report a tier, the more expensive of the default and the requested one
 * is charged.
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
