import type { priceCauses } from '@posthouse/contract/price-work'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { randomText } from '../../lib/ids.ts'
import type { NewPriceRow, PriceRow } from './price-row.ts'

/** An entry as it is to be; null: it is deleted. */
export type PriceWrite = { readonly model: string; readonly row: NewPriceRow | null }

type PriceActor = {
  /** Null: nobody who is signed in. */
  readonly id: bigint | null
  readonly name: string
}

export type WriteContext = {
  readonly actor: PriceActor
  readonly cause: (typeof priceCauses)[number]
  readonly at: number
}

export type PriceWriteResult = {
  readonly changed: number
  /** What takes all of it back; null: nothing was changed. */
  readonly batch: string | null
}

const namesAtOnce = 500

/**
 * Writes entries and keeps what each replaced, in a transaction that has raised the revision of the configuration. An entry
 * that stays as it was is no change.
 */
export async function writePrices(
  transaction: Transaction<Tables>,
  writes: readonly PriceWrite[],
  { actor, cause, at }: WriteContext,
): Promise<PriceWriteResult> {
  const stored = await rowsOf(
    transaction,
    writes.map(({ model }) => model),
  )
  const batch = randomText(12)
  const revision = await revisionOf(transaction)
  let changed = 0
  for (const { model, row } of writes) {
    const before = textOf(stored.get(model) ?? null)
    const after = textOf(row)
    if (before === after) continue
    changed += 1
    await writeOne(transaction, model, row)
    await transaction
      .insertInto('price_changes')
      .values({
        batch,
        at: BigInt(at),
        actor_id: actor.id,
        actor: actor.name,
        cause,
        model,
        revision,
        before,
        after,
      })
      .execute()
  }
  return { changed, batch: changed === 0 ? null : batch }
}

const revisionOf = async (transaction: Transaction<Tables>): Promise<bigint> => {
  const row = await transaction
    .selectFrom('revisions')
    .select('revision')
    .where('name', '=', 'configuration')
    .executeTakeFirst()
  return row?.revision ?? 0n
}

async function writeOne(
  transaction: Transaction<Tables>,
  model: string,
  row: NewPriceRow | null,
): Promise<void> {
  if (row === null) {
    await transaction.deleteFrom('prices').where('model', '=', model).execute()
    return
  }
  const { model: _model, ...columns } = row
  await transaction
    .insertInto('prices')
    .values(row)
    .onConflict((conflict) => conflict.column('model').doUpdateSet(columns))
    .execute()
}

/** Puts back what a batch replaced, of entries that are still as it left them. */
export async function undoPrices(
  transaction: Transaction<Tables>,
  batch: string,
  context: Omit<WriteContext, 'cause'>,
): Promise<PriceWriteResult> {
  const changes = await transaction
    .selectFrom('price_changes')
    .select(['model', 'before', 'after'])
    .where('batch', '=', batch)
    .orderBy('id')
    .execute()
  const stored = await rowsOf(
    transaction,
    changes.map(({ model }) => model),
  )
  const writes = changes
    .filter(({ model, after }) => textOf(stored.get(model) ?? null) === after)
    .map(({ model, before }) => ({ model, row: rowFrom(model, before, context.at) }))
  return writePrices(transaction, writes, { ...context, cause: 'undo' })
}

export async function rowsOf(
  db: Kysely<Tables>,
  models: readonly string[],
): Promise<Map<string, PriceRow>> {
  const found = new Map<string, PriceRow>()
  for (let start = 0; start < models.length; start += namesAtOnce) {
    const rows = await db
      .selectFrom('prices')
      .selectAll()
      .where('model', 'in', models.slice(start, start + namesAtOnce))
      .execute()
    for (const row of rows) found.set(row.model, row)
  }
  return found
}

type ReplacedPrice = {
  readonly type: string
  readonly channel_type: string
  readonly input: string
  readonly output: string
  readonly lines: string
  readonly source: string
  readonly locked: boolean
}

/** What a change is compared by and keeps; the time of a row is no part of it. */
function textOf(row: NewPriceRow | PriceRow | null): string {
  if (row === null) return ''
  const kept: ReplacedPrice = {
    type: row.type,
    channel_type: String(row.channel_type),
    input: String(row.input_micros),
    output: String(row.output_micros),
    lines: row.lines,
    source: row.source,
    locked: row.locked === 1n,
  }
  return JSON.stringify(kept)
}

/** The entry of a kept text; null: there was none. */
export function rowFrom(model: string, text: string, at: number): NewPriceRow | null {
  if (text === '') return null
  const kept: ReplacedPrice = JSON.parse(text)
  return {
    model,
    type: kept.type,
    channel_type: BigInt(kept.channel_type),
    input_micros: BigInt(kept.input),
    output_micros: BigInt(kept.output),
    lines: kept.lines,
    source: kept.source,
    locked: kept.locked ? 1n : 0n,
    updated_at: BigInt(at),
  }
}
