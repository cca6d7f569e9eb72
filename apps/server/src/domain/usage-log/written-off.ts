import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { callTypes, filtered, filteredLosses, type LogFilter, narrowed } from './log-filter.ts'

const causePrefix = 'request:'

/**
 * The part of a filter's charges that nobody pays, by the ledger: at once, or when the last hold of a wallet
 * that owed had ended. The time is that of the charge, whether its row was put away or not.
 */
export async function writtenOffOf(db: Kysely<Tables>, filter: LogFilter): Promise<bigint> {
  // Most stations never lost anything: then no row of the log is looked at.
  const any = await db.selectFrom(losses(db)).selectAll().limit(1).executeTakeFirst()
  if (any === undefined) return 0n
  const narrow = await narrowed(db, filter)
  const [inLog, putAway] = await Promise.all([
    filtered(db, narrow)
      // A charge that was given back has a second row of its id.
      .where('usage_log.type', 'in', callTypes)
      .innerJoin(losses(db), (join) => join.onRef('loss.charged_for', '=', 'usage_log.request_id'))
      .select(written)
      .executeTakeFirstOrThrow(),
    filteredLosses(db, narrow)
      .innerJoin(losses(db), (join) =>
        join.onRef('loss.charged_for', '=', 'archived_losses.request_id'),
      )
      .select(written)
      .executeTakeFirstOrThrow(),
  ])
  return BigInt(inLog.written) + BigInt(putAway.written)
}

const written = sql<bigint>`cast(coalesce(sum(written_off_amount), 0) as bigint)`.as('written')

const losses = (db: Kysely<Tables>) =>
  db
    .selectFrom('ledger_transfers as transfer')
    .innerJoin('ledger_operations as operation', 'operation.id', 'transfer.operation_id')
    .where('transfer.debit', '=', 'adjusted')
    .where('transfer.credit', '=', 'revenue')
    .where('operation.cause', 'like', `${causePrefix}%`)
    .select([
      sql<string>`substr(operation.cause, ${sql.lit(causePrefix.length + 1)})`.as('charged_for'),
      'transfer.amount as written_off_amount',
    ])
    .as('loss')
