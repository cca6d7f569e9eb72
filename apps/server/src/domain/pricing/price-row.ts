import type { Dates } from '@posthouse/contract/dated-lines'
import type { Attributes } from '@posthouse/llm/meter'
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
