import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { readChargeRecord } from '../pricing/charge-record.ts'
import { type Charge, price, type PriceFacts } from '../pricing/price.ts'
import type { LogRow } from './log-store.ts'

export type Attempt = Selectable<Tables['attempts']>

/** The reasons of a row's cost: the stored facts, and `price` run again on them. */
export type Explanation = {
  readonly row: LogRow
  /** Null for a row that was not priced (money given, a refusal). */
  readonly priced: { readonly facts: PriceFacts; readonly charge: Charge } | null
}

export function explain(row: LogRow): Explanation {
  const record = readChargeRecord(row.charge)
  if (record === null) return { row, priced: null }
  return { row, priced: { facts: record.facts, charge: price(record.used, record.facts) } }
}
