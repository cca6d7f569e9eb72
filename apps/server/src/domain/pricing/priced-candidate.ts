import type { ModelFacts } from '@posthouse/contract/model-facts'
import type { Candidate, Plan } from '../channels/decide.ts'
import type { PriceEntry } from './price-book.ts'
import type { SupplierPrice } from './supplier-price.ts'

/** A candidate with its price and model facts. */
export type PricedCandidate = Candidate & {
  readonly entry: PriceEntry
  /** Null if the supplier's cost is unknown. */
  readonly supplier: SupplierPrice | null
  readonly facts: ModelFacts
}

export type PricedPlan = Omit<Plan, 'candidates'> & {
  readonly candidates: readonly PricedCandidate[]
}
