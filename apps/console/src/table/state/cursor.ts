import type { Cursor } from './list-state.ts'

export type CursorSteps = {
  /** The way to older and newer rows; null where there are none. */
  readonly older: Cursor | null
  readonly newer: Cursor | null
}

/**
 * Where one can go from a page by key set. `more` is about the side to which was read: downwards,
 * except after an `after` cursor or in rising order. On the other side is the row of the cursor itself.
 */
export function stepsFrom(
  ids: readonly number[],
  at: { readonly cursor: Cursor; readonly rising: boolean; readonly more: boolean },
): CursorSteps {
  const { cursor, rising, more } = at
  const started = cursor.before !== undefined || cursor.after !== undefined
  const upwards = cursor.after !== undefined || (!started && rising)
  // Beyond the last row the cursor itself is the way back.
  const lowest = ids.length > 0 ? Math.min(...ids) : (cursor.after ?? 0) + 1
  const highest = ids.length > 0 ? Math.max(...ids) : Math.max(1, (cursor.before ?? 1) - 1)
  return {
    older: (upwards ? started : more) ? { before: lowest } : null,
    newer: (upwards ? more : started) ? { after: highest } : null,
  }
}
