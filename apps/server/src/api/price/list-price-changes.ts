import type { PriceChange } from '@posthouse/contract/price-work'
import { rowFrom } from '../../domain/pricing/price-writer.ts'
import type { Handler } from '../call.ts'
import { idOut, secondsOut } from '../present.ts'
import { priceRowOut } from './price-out.ts'

const rowsMost = 100

export const listPriceChanges: Handler<'listPriceChanges'> = async (
  { query: { model } },
  { parts },
) => {
  const { QuotaPerUnit } = parts.snapshot.get().settings
  const rows = await parts.db
    .selectFrom('price_changes')
    .selectAll()
    .where('model', '=', model)
    .orderBy('id', 'desc')
    .limit(rowsMost)
    .execute()
  return rows.map((row) => {
    const at = Number(row.at)
    const out = (text: string) => {
      const kept = rowFrom(model, text, at)
      return kept === null ? null : priceRowOut({ ...kept, id: 0n }, QuotaPerUnit)
    }
    return {
      id: idOut(row.id),
      batch: row.batch,
      time: secondsOut(at, 0),
      cause: row.cause as PriceChange['cause'],
      actor: row.actor,
      revision: Number(row.revision),
      before: out(row.before),
      after: out(row.after),
    }
  })
}
