import { logType } from '@posthouse/contract/log'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

type LoggedRow = Selectable<Tables['usage_log']>

/** A charge that was given back has the id of its call, and is none. */
export const callsIn = (rows: readonly LoggedRow[]): LoggedRow[] =>
  rows.filter(({ request_id: id, type }) => id !== '' && type !== BigInt(logType.refund))

/**
 * Sums of what nobody pays are made of the ledger and of what a call was. The few calls that the ledger
 * wrote off, or may yet, stay findable.
 */
export async function keepLosses(db: Kysely<Tables>, all: readonly LoggedRow[]): Promise<void> {
  const rows = callsIn(all)
  const calls = rows.map(({ request_id: id }) => id)
  const short = new Set<string>()
  for (const { cause } of await writtenOffAmong(db, calls)) {
    short.add(cause.slice(causePrefix.length))
  }
  for (const { hold } of await owedAmong(db, calls)) short.add(hold)
  const kept = rows.filter(({ request_id: id }) => short.has(id))
  if (kept.length === 0) return
  await db
    .insertInto('archived_losses')
    .values(
      kept.map((row) => ({
        request_id: row.request_id,
        type: row.type,
        created_at: row.created_at,
        user_id: row.user_id,
        username: row.username,
        token_name: row.token_name,
        channel_id: row.channel_id,
        model: row.model,
        source_ip: row.source_ip,
        doubts: row.doubts,
      })),
    )
    // A request has one charge, and may have more than one row.
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .execute()
}

/** A token without rows left in the log says itself when it was used last. */
export async function keepLastUses(db: Kysely<Tables>, rows: readonly LoggedRow[]): Promise<void> {
  const lastUses = new Map<bigint, bigint>()
  for (const { token_id: id, created_at: at } of callsIn(rows)) {
    if (at > (lastUses.get(id) ?? 0n)) lastUses.set(id, at)
  }
  for (const [id, at] of lastUses) {
    await db
      .updateTable('tokens')
      .set({ accessed_at: at })
      .where('id', '=', id)
      .where((is) => is.or([is('accessed_at', 'is', null), is('accessed_at', '<', at)]))
      .execute()
  }
}

const causePrefix = 'request:'

const writtenOffAmong = (db: Kysely<Tables>, calls: readonly string[]) =>
  db
    .selectFrom('ledger_operations as operation')
    .innerJoin('ledger_transfers as transfer', 'transfer.operation_id', 'operation.id')
    .where('operation.cause', 'in', ['', ...calls.map((id) => `${causePrefix}${id}`)])
    .where('transfer.debit', '=', 'adjusted')
    .where('transfer.credit', '=', 'revenue')
    .select('operation.cause')
    .execute()

const owedAmong = (db: Kysely<Tables>, calls: readonly string[]) =>
  db
    .selectFrom('ledger_debts')
    .where('hold', 'in', ['', ...calls])
    .where('left', '>', 0n)
    .select('hold')
    .execute()
