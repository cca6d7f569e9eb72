import type { Dates } from '@posthouse/contract/dated-lines'
import type { Attributes } from '@posthouse/llm/canonical/meter'
import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { PriceLine } from './price-book.ts'

export type PriceRow = Selectable<Tables['prices']>
export type NewPriceRow = Insertable<Tables['prices']>

/** Further lines of an entry as they stand in the database. */
export type StoredLine = {
  readonly bucket: PriceLine['bucket']
  /** Micro-quota a unit of the meter, as text. */
  readonly amount: string
  readonly fromInputTokens?: number
  readonly tier?: string
  readonly attributes?: Attributes
} & Dates

/** Whether two entries have the same prices, whatever their sources. */
export const hasSameFigures = (a: NewPriceRow, b: NewPriceRow): boolean =>
  figuresOf(a) === figuresOf(b)

/** An entry that stays as it was keeps its source, by which a new version knows what it may refresh. */
export const withKeptSource = (
  row: NewPriceRow,
  before: PriceRow | null | undefined,
): NewPriceRow =>
  before?.model === row.model && hasSameFigures(before, row)
    ? { ...row, source: before.source }
    : row

const figuresOf = (row: NewPriceRow): string =>
  JSON.stringify([
    row.type,
    String(row.channel_type),
    String(row.input_micros),
    row.type === 'times' ? '0' : String(row.output_micros),
    linesOf(row),
  ])

/** Each line with its fields in one order. */
const linesOf = ({ lines }: NewPriceRow): unknown => {
  const stored: Record<string, unknown>[] = JSON.parse(lines)
  return stored.map(sorted)
}

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, each]) => [name, sorted(each)] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
    : value
