import { z } from 'zod'
import { Id } from './scalars.ts'

/** The most rows that a bulk call may name, and the most that its filter may match. */
export const bulkIdsMax = 1_000
export const bulkRowsMax = 5_000

/**
 * Rows of a bulk call: either the ids selected, or everything that a list's filter matches. `expected` is the number of
 * matches that the caller saw; the server refuses when it has changed. An unknown filter field is refused, because
 * ignoring it would match more rows than intended.
 */
export const selectionOf = <Filters extends z.core.$ZodLooseShape>(filters: Filters) =>
  z.union([
    z.strictObject({ ids: z.array(Id).min(1).max(bulkIdsMax) }),
    z.strictObject({ filter: z.strictObject(filters), expected: z.number().int().min(0) }),
  ])

export type Selection<Filter> =
  | { readonly ids: readonly number[] }
  | { readonly filter: Filter; readonly expected: number }

/** `undo` can be passed to `undoChange` within ten minutes. `null` when nothing was changed. */
export const BulkChanged = z.object({ changed: z.number().int(), undo: z.string().nullable() })

export const BulkDeleted = z.object({ deleted: z.number().int() })

/** A bulk change must contain at least one field. */
export const saysSomething = (change: object): boolean =>
  Object.values(change).some((value) => value !== undefined)
