import type { LogQuery } from '@posthouse/contract/log'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../db/tables.ts'

/** What a log is filtered by. `userId` null: everybody's. */
export type LogFilter = Omit<z.output<typeof LogQuery>, 'page' | 'size' | 'order'> & {
  readonly userId: bigint | null
}

/** Rows that a filter lets through. */
export function filtered(db: Kysely<Tables>, filter: LogFilter) {
  let rows = db.selectFrom('usage_log')
  if (filter.userId !== null) rows = rows.where('user_id', '=', filter.userId)
  if (filter.log_type !== 0) rows = rows.where('type', '=', BigInt(filter.log_type))
  if (filter.start_timestamp > 0) {
    rows = rows.where('created_at', '>=', BigInt(filter.start_timestamp) * 1_000n)
  }
  if (filter.end_timestamp > 0) {
    rows = rows.where('created_at', '<=', BigInt(filter.end_timestamp) * 1_000n + 999n)
  }
  if (filter.channel_id > 0) rows = rows.where('channel_id', '=', BigInt(filter.channel_id))
  const equal = [
    ['model', filter.model_name],
    ['token_name', filter.token_name],
    ['request_id', filter.request_id],
    ['username', filter.username],
    ['source_ip', filter.source_ip],
  ] as const
  for (const [column, value] of equal) {
    if (value !== '') rows = rows.where(column, '=', value)
  }
  return rows
}
