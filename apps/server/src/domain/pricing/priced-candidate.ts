import type { ModelFacts } from '@posthouse/contract/model-facts'
import type { Candidate, Plan } from '../channels/decide.ts'
import type { PriceEntry } from './price-book.ts'

/** A candidate with its price and what is known of its model. */
export type PricedCandidate = Candidate & {
  readonly entry: PriceEntry
  readonly facts: ModelFacts
}

export type PricedPlan = Omit<Plan, 'candidates'> & {
  readonly candidates: readonly PricedCandidate[]
}
