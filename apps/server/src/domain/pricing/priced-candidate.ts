import type { ModelFacts } from '@posthouse/contract/model-facts'
import type { Candidate, Plan } from '../channels/decide.ts'
import type { PriceEntry } from './price-book.ts'
import type { SupplierPrice } from './supplier-price.ts'

/** A candidate with its price and what is known of its model. */
export type PricedCandidate = Candidate & {
  readonly entry: PriceEntry
  /** Null: what the supplier takes is not known. */
  readonly supplier: SupplierPrice | null
  readonly facts: ModelFacts
}

export type PricedPlan = Omit<Plan, 'candidates'> & {
  readonly candidates: readonly PricedCandidate[]
}
