import {
  type RedemptionQuery,
  type RedemptionSort,
  redemptionStatus,
} from '@posthouse/contract/redemption'
import { Refusal } from '@posthouse/contract/refusal'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../db/tables.ts'
import { escapeLike } from '../../lib/search.ts'
import { declareNoun } from '../noun/noun.ts'
import type { Paging } from '../noun/reads.ts'
import { hashOfCode } from './code.ts'
import { type Redemption, redemptionStatusOf } from './redemption.ts'

type RedemptionFilter = Omit<z.output<typeof RedemptionQuery>, keyof Paging>

/** Redemption codes, as administrators manage them. */
export const redemptions = declareNoun({
  table: 'redemptions',
  whose: 'administrators',
  held: 'nothing',
  missing: () => new Refusal('redemption.not-found', {}),
  rows: withNames,
  filter: filtered,
  read: redemptionFrom,
  sorts: {
    id: 'redemptions.id',
    name: 'redemptions.name',
    status: 'state',
    quota: 'redemptions.quota',
    created_time: 'redemptions.created_at',
    redeemed_time: 'redemptions.redeemed_at',
    expired_time: 'redemptions.expires_at',
  } satisfies Record<RedemptionSort, string>,
  names: ['name'],
  restores: { status: 'bigint' },
  /** A redeemed code stays as it is; an expired one is not enabled. */
  able: (code, { status }, { now }) =>
    code.redeemedAt === null &&
    BigInt(redemptionStatusOf({ ...code, enabled: status === 1n }, now)) === status,
  takes: (transaction, ids) =>
    transaction.updateTable('redemptions').set({ key_sealed: '' }).where('id', 'in', ids).execute(),
})

function withNames(db: Kysely<Tables>) {
  return db
    .selectFrom('redemptions')
    .leftJoin('users as creator', 'creator.id', 'redemptions.created_by')
    .leftJoin('users as redeemer', 'redeemer.id', 'redemptions.redeemed_by')
    .where('redemptions.deleted_at', 'is', null)
    .selectAll('redemptions')
    .select([
      'creator.username as creator_name',
      'redeemer.username as redeemer_name',
      sql<bigint>`case when redemptions.redeemed_at is null then redemptions.status else 3 end`.as(
        'state',
      ),
    ])
}

function filtered(rows: ReturnType<typeof withNames>, query: RedemptionFilter, now: number) {
  let some = rows
  if (query.keyword !== '') {
    const pattern = `${escapeLike(query.keyword)}%`
    const isId = /^\d{1,15}$/.test(query.keyword)
      ? [sql<boolean>`redemptions.id = ${BigInt(query.keyword)}`]
      : []
    some = some.where((is) =>
      is.or([
        ...isId,
        sql<boolean>`lower(redemptions.name) like lower(${pattern}) escape '\\'`,
        is('redemptions.key_hash', '=', hashOfCode(query.keyword)),
      ]),
    )
  }
  if (query.batch !== '') some = some.where('redemptions.batch', '=', query.batch)
  return inState(some, query.status, now)
}

function inState(rows: ReturnType<typeof withNames>, status: number, now: number) {
  if (status === 0) return rows
  const redeemed = sql<boolean>`redemptions.redeemed_at is not null`
  if (status === redemptionStatus.redeemed) return rows.where(redeemed)
  const open = rows.where(sql<boolean>`not ${redeemed}`)
  if (status === redemptionStatus.disabled) return open.where('redemptions.status', '=', 2n)
  const expired = sql<boolean>`(redemptions.expires_at is not null and redemptions.expires_at <= ${BigInt(now)})`
  return open
    .where('redemptions.status', '=', 1n)
    .where(status === redemptionStatus.expired ? expired : sql<boolean>`not ${expired}`)
}

type Names = { creator_name: string | null; redeemer_name: string | null }

function redemptionFrom(row: Selectable<Tables['redemptions']> & Names): Redemption {
  return {
    id: row.id,
    name: row.name,
    enabled: row.status === 1n,
    quota: row.quota,
    keyHash: row.key_hash,
    keySealed: row.key_sealed,
    batch: row.batch,
    batchSize: Number(row.batch_size),
    creator: row.creator_name ?? '',
    createdAt: Number(row.created_at),
    expiresAt: row.expires_at === null ? null : Number(row.expires_at),
    redeemedAt: row.redeemed_at === null ? null : Number(row.redeemed_at),
    redeemer: row.redeemer_name ?? '',
  }
}
