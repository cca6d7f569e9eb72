import { logType } from '@posthouse/contract/log'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Account } from '../accounts/account.ts'
import { callsIn, keepLastUses, keepLosses } from './kept-of-rows.ts'
import { summedTypes } from './log-filter.ts'
import { remark } from './remarks.ts'
import { remarkRow } from './remark-row.ts'

/** Entries of one transaction, so that charges never wait long. */
const batchRows = 500

/** Batches of one call. The caller repeats the call while there is more. */
const callBatches = 10

type CleanUp = {
  /** Entries before this moment (epoch milliseconds) go. An entry at the moment stays. */
  readonly until: number
  readonly actor: Account
  readonly requestId: string
  readonly now: number
}

type Extent = {
  readonly count: number
  /** Epoch milliseconds; 0 without entries. */
  readonly first: number
  readonly last: number
}

/** How many entries a clean-up would delete, with the times of the first and the last. */
export async function extentBefore(db: Kysely<Tables>, until: number): Promise<Extent> {
  const { count, first, last } = await cleaned(db, until)
    .select(({ fn }) => [
      fn.countAll<bigint>().as('count'),
      fn.min('created_at').as('first'),
      fn.max('created_at').as('last'),
    ])
    .executeTakeFirstOrThrow()
  return { count: Number(count), first: Number(first ?? 0), last: Number(last ?? 0) }
}

/** Calls and what was given back of them. Entries about money that moved otherwise are never cleaned. */
const cleaned = (db: Kysely<Tables>, until: number) =>
  db
    .selectFrom('usage_log')
    .where('created_at', '<', BigInt(until))
    .where('type', 'in', summedTypes)

/**
 * Deletes the oldest entries before a moment, with the attempts of their calls, batch by batch. Ledger and roll-ups stay as
 * they are. Answers how many entries went, and whether there are more.
 */
export async function cleanLog(
  db: Kysely<Tables>,
  cleanUp: CleanUp,
): Promise<{ deleted: number; more: boolean }> {
  let deleted = 0
  for (let batch = 0; batch < callBatches; batch += 1) {
    const rows = await cleaned(db, cleanUp.until)
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .limit(batchRows)
      .execute()
    deleted += await deleteRows(db, rows, cleanUp)
    if (rows.length < batchRows) {
      if (deleted > 0) await writeDown(db, cleanUp)
      return { deleted, more: false }
    }
  }
  return { deleted, more: true }
}

async function deleteRows(
  db: Kysely<Tables>,
  rows: Parameters<typeof keepLosses>[1],
  cleanUp: CleanUp,
): Promise<number> {
  const [first] = rows
  if (first === undefined) return 0
  const ids = rows.map(({ id }) => id)
  const calls = callsIn(rows).map(({ request_id: id }) => id)
  return db.transaction().execute(async (transaction) => {
    await keepLosses(transaction, rows)
    await keepLastUses(transaction, rows)
    if (calls.length > 0) {
      await transaction.deleteFrom('attempts').where('request_id', 'in', calls).execute()
    }
    const { numDeletedRows } = await transaction
      .deleteFrom('usage_log')
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow()
    await record(transaction, cleanUp, { first: first.created_at, rows: numDeletedRows })
    return Number(numDeletedRows)
  })
}

/** Batches of the same moment are one clean-up. */
async function record(
  db: Kysely<Tables>,
  { until, actor, now }: CleanUp,
  { first, rows }: { readonly first: bigint; readonly rows: bigint },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('log_cleanups')
    .set({
      begins_at: sql`case when begins_at < ${first} then begins_at else ${first} end`,
      entries: sql`entries + ${rows}`,
    })
    .where('ends_at', '=', BigInt(until))
    .where('actor_id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  await db
    .insertInto('log_cleanups')
    .values({
      begins_at: first,
      ends_at: BigInt(until),
      entries: rows,
      made_at: BigInt(now),
      actor_id: actor.id,
    })
    .execute()
}

/** An entry of the log says who deleted how many, and stays there. */
async function writeDown(
  db: Kysely<Tables>,
  { until, actor, requestId, now }: CleanUp,
): Promise<void> {
  const { entries } = await db
    .selectFrom('log_cleanups')
    .where('ends_at', '=', BigInt(until))
    .where('actor_id', '=', actor.id)
    .select(({ fn }) => fn.sum<bigint>('entries').as('entries'))
    .executeTakeFirstOrThrow()
  const moment = new Date(until).toISOString().slice(0, 19).replace('T', ' ')
  const row = remarkRow({
    account: actor,
    requestId,
    logType: logType.management,
    content: remark('log-cleaned', String(entries), `${moment} UTC`),
    at: now,
  })
  await db
    .insertInto('usage_log')
    .values({ ...row, quota: 0n } as never)
    .execute()
}

/** A stretch of time of which entries were deleted; the end is not in it. Epoch milliseconds. */
export type CleanedSpan = { readonly from: number; readonly until: number }

export async function cleanedSpans(db: Kysely<Tables>): Promise<CleanedSpan[]> {
  const rows = await db.selectFrom('log_cleanups').select(['begins_at', 'ends_at']).execute()
  return rows.map((row) => ({ from: Number(row.begins_at), until: Number(row.ends_at) }))
}

/** Entries of calls from before this moment may have been deleted (epoch milliseconds); 0: none were. */
export async function cleanedUntil(db: Kysely<Tables>): Promise<number> {
  const { last } = await db
    .selectFrom('log_cleanups')
    .select(({ fn }) => fn.max('ends_at').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}
