import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Clock } from '../lib/clock.ts'
import { defaultPrices } from '../domain/pricing/default-prices.ts'
import { multiplierFromMicros } from '../domain/pricing/multiplier.ts'
import { type PriceChanges, priceChanges } from '../domain/pricing/price-refresh.ts'
import { writePrices } from '../domain/pricing/price-writer.ts'
import type { PriceStore } from '../domain/pricing/price-store.ts'
import { bump } from '../domain/snapshot/revision.ts'

export type RefreshParts = {
  readonly db: Kysely<Tables>
  readonly prices: PriceStore
  readonly clock: Clock
}

/**
 * Compares the price book with the prices that this version was published with, and
 * takes them over when told to. What somebody typed stays. Answers lines for the operator.
 */
export async function refreshPrices(
  { db, prices, clock }: RefreshParts,
  { apply }: { apply: boolean },
): Promise<string[]> {
  const changes = priceChanges(await prices.all(), defaultPrices(clock.now()))
  const count = changes.added.length + changes.changed.length
  if (apply && count > 0) {
    await db.transaction().execute(async (transaction) => {
      await bump(transaction, 'configuration')
      const rows = [...changes.added, ...changes.changed]
      const writes = rows.map((row) => ({ model: row.model, row }))
      const actor = { id: null, name: '' }
      await writePrices(transaction, writes, { actor, cause: 'release', at: clock.now() })
    })
  }
  return [...linesOf(changes), endOf(count, apply)]
}

const linesOf = ({ added, changed, kept, gone }: PriceChanges): string[] => [
  ...added.map((row) => `+ ${row.model}  ${figures(row)}`),
  ...changed.map((row) => `~ ${row.model}  ${figures(row)}`),
  ...kept.map((model) => `= ${model}  stays as it was typed`),
  ...gone.map((model) => `? ${model}  is published no more, and stays`),
]

const figures = ({ input_micros, output_micros, source }: PriceChanges['added'][number]): string =>
  `${multiplierFromMicros(input_micros)} / ${multiplierFromMicros(output_micros)}  ${source}`

function endOf(count: number, apply: boolean): string {
  if (count === 0) return 'The price book is as published.'
  return apply
    ? `${count} prices were taken over.`
    : `${count} prices differ. To take them over: npm run posthouse -- prices apply`
}
