import { bulkRowsMax, type Selection } from '@posthouse/contract/bulk'
import { Refusal } from '@posthouse/contract/refusal'

/** Read one more than may be changed: that there are more is known without counting them. */
export const selectedMax = bulkRowsMax + 1

/** Throws unless a filter finds as many rows as the person saw, and not too many for one change. */
export function requireExpected(select: Selection<unknown>, found: number): void {
  if ('ids' in select) return
  if (found > bulkRowsMax) throw new Refusal('bulk.too-many', { limit: bulkRowsMax })
  if (found !== select.expected) {
    throw new Refusal('bulk.count-changed', { found, expected: select.expected })
  }
}
