import { changePrices, deletePrices, undoPrices } from './change-prices.ts'
import { explainPrice } from './explain-price.ts'
import { exportPrices } from './export-prices.ts'
import { fetchPrices, syncPrices } from './fetch-prices.ts'
import { listPriceChanges } from './list-price-changes.ts'
import { listUnpriced } from './list-unpriced.ts'
import { explainDraft } from './explain-draft.ts'
import { createPrice, deletePrice, savePrices, updatePrice } from './write-price.ts'
import { listPrices } from './list-prices.ts'
import { matchPrices } from './match-prices.ts'
import { explainPriceChanges } from './explain-price-changes.ts'

/** Calls of the price book. */
export const priceHandlers = {
  changePrices,
  deletePrices,
  undoPrices,
  explainPrice,
  exportPrices,
  fetchPrices,
  syncPrices,
  listPriceChanges,
  listUnpriced,
  explainDraft,
  createPrice,
  deletePrice,
  savePrices,
  updatePrice,
  listPrices,
  matchPrices,
  explainPriceChanges,
}
