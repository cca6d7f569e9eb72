import { bulkRowsMax, type Selection } from '@posthouse/contract/bulk'
import { Refusal } from '@posthouse/contract/refusal'

/** One more than may be changed, which shows that there are too many without counting them. */
export const selectedMax = bulkRowsMax + 1

/** Refuses a filter whose number of rows has changed, or is too high for one change. */
export function requireExpected(select: Selection<unknown>, found: number): void {
  if ('ids' in select) return
  if (found > bulkRowsMax) throw new Refusal('bulk.too-many', { limit: bulkRowsMax })
  if (found !== select.expected) {
    throw new Refusal('bulk.count-changed', { found, expected: select.expected })
  }
}
