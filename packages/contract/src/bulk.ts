import { z } from 'zod'
import { Id } from './scalars.ts'

/** Rows that one bulk call may name, and rows that a filter of one may find. */
export const bulkIdsMax = 1_000
export const bulkRowsMax = 5_000

/**
 * What a bulk call is about: rows that somebody ticked, or everything that a list's filter finds.
 * `expected` is the number that the person saw; the server refuses when it is another one now. A
 * filter with an unknown field is refused: it would find more than was meant.
 */
export const selectionOf = <Filters extends z.core.$ZodLooseShape>(filters: Filters) =>
  z.union([
    z.strictObject({ ids: z.array(Id).min(1).max(bulkIdsMax) }),
    z.strictObject({ filter: z.strictObject(filters), expected: z.number().int().min(0) }),
  ])

export type Selection<Filter> =
  | { readonly ids: readonly number[] }
  | { readonly filter: Filter; readonly expected: number }

/** `undo` goes to `undoChange` within ten minutes; null when nothing was changed. */
export const BulkChanged = z.object({ changed: z.number().int(), undo: z.string().nullable() })

export const BulkDeleted = z.object({ deleted: z.number().int() })

/** A bulk change says at least one thing. */
export const saysSomething = (change: object): boolean =>
  Object.values(change).some((value) => value !== undefined)
