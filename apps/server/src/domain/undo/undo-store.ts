import { Refusal } from '@posthouse/contract/refusal'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { randomText } from '../../lib/ids.ts'
import type { ChangedRows } from './changed-rows.ts'

/** The time in which a change can be taken back. */
const undoMs = 600_000

/** Entries that one person has at most: an entry of many rows is some hundred kilobytes. */
const entriesMax = 10n

export type UndoStore = ReturnType<typeof createUndoStore>

export function createUndoStore(db: Kysely<Tables>, clock: Clock) {
  return {
    /** Keeps what takes a change back, in the transaction that makes it. Null: nothing was changed. */
    async keep(
      transaction: Transaction<Tables>,
      actor: bigint,
      changed: ChangedRows,
    ): Promise<string | null> {
      if (changed.rows.length === 0) return null
      const now = BigInt(clock.now())
      await sweep(transaction, actor, now)
      const id = randomText(24)
      await transaction
        .insertInto('undo_entries')
        .values({
          id,
          user_id: actor,
          kind: changed.table,
          columns: changed.columns.join(','),
          rows: JSON.stringify(changed.rows.map(written)),
          created_at: now,
          expires_at: now + BigInt(undoMs),
        })
        .execute()
      return id
    },

    /** The table that an entry of somebody's is about; null when there is none that counts. */
    async tableOf(id: string, actor: bigint): Promise<string | null> {
      const row = await db
        .selectFrom('undo_entries')
        .select('kind')
        .where('id', '=', id)
        .where('user_id', '=', actor)
        .where('expires_at', '>', BigInt(clock.now()))
        .executeTakeFirst()
      return row?.kind ?? null
    },

    /** Uses an entry up. Of two that ask together one gets it; it stays when the transaction fails. */
    async take(transaction: Transaction<Tables>, id: string, actor: bigint): Promise<ChangedRows> {
      const row = await transaction
        .deleteFrom('undo_entries')
        .where('id', '=', id)
        .where('user_id', '=', actor)
        .where('expires_at', '>', BigInt(clock.now()))
        .returningAll()
        .executeTakeFirst()
      if (row === undefined) throw new Refusal('undo.gone', {})
      return {
        table: row.kind,
        columns: row.columns.split(','),
        rows: JSON.parse(row.rows).map(read),
      }
    },
  }
}

/** Drops what nobody can use any more, and a person's oldest entries when there are many. */
async function sweep(transaction: Transaction<Tables>, actor: bigint, now: bigint): Promise<void> {
  await transaction.deleteFrom('undo_entries').where('expires_at', '<=', now).execute()
  await sql`delete from undo_entries where user_id = ${actor} and id not in (
    select id from undo_entries where user_id = ${actor}
    order by created_at desc limit ${entriesMax - 1n})`.execute(transaction)
}

/** A row as the entry's JSON has it: id, version, then the values. */
type WrittenRow = readonly [string, string, ...(string | number)[]]

const written = ({ id, version, values }: ChangedRows['rows'][number]): WrittenRow => [
  String(id),
  String(version),
  ...values.map((value) => (typeof value === 'bigint' ? Number(value) : value)),
]

const read = ([id, version, ...values]: WrittenRow): ChangedRows['rows'][number] => ({
  id: BigInt(id),
  version: BigInt(version),
  values: values.map((value) => (typeof value === 'number' ? BigInt(value) : value)),
})
