import type { Insertable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { originOf } from './origin.ts'
import type { PriceRow } from './price-row.ts'

type NewRow = Insertable<Tables['prices']>

/**
 * The changes that the published prices would make to those in the database. A price that somebody typed, imported or
 * locked is never among them, nor is one that is not ours to know.
 */
export type PriceChanges = {
  readonly added: readonly NewRow[]
  readonly changed: readonly NewRow[]
  /** Models that are published otherwise, and stay as they were typed. */
  readonly kept: readonly string[]
  /** Models that were published once and are not now. */
  readonly gone: readonly string[]
}

export function priceChanges(
  stored: readonly PriceRow[],
  published: readonly NewRow[],
): PriceChanges {
  const names = new Set(published.map(({ model }) => model))
  const known = new Map(stored.map((row) => [row.model, row]))
  const differing = published.filter((row) => {
    const own = known.get(row.model)
    return own !== undefined && !isSame(own, row)
  })
  const isTyped = ({ model }: NewRow): boolean => {
    const own = known.get(model)
    return own !== undefined && (own.locked === 1n || originOf(own.source) !== 'default')
  }
  return {
    added: published.filter(({ model }) => !known.has(model)),
    changed: differing.filter((row) => !isTyped(row)),
    kept: differing.filter(isTyped).map(({ model }) => model),
    gone: stored
      .filter(({ model, source }) => originOf(source) === 'default' && !names.has(model))
      .map(({ model }) => model),
  }
}

const isSame = (stored: PriceRow, row: NewRow): boolean =>
  stored.type === row.type &&
  stored.channel_type === row.channel_type &&
  stored.input_micros === row.input_micros &&
  stored.output_micros === row.output_micros &&
  stored.lines === row.lines &&
  (originOf(stored.source) !== 'default' || stored.source === row.source)
