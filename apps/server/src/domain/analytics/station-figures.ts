import { channelStatus } from '@posthouse/contract/channel'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inRollups } from '../usage-log/rollups/rollup-rows.ts'

type Sums = { readonly count: bigint; readonly quota: bigint | string | null }

/** What the station is and holds today. */
export async function stationFigures(db: Kysely<Tables>) {
  const [used, balance, users, channels, redeemed, orders] = await Promise.all([
    usedByAll(db),
    balanceOfAll(db),
    countUsers(db),
    countChannels(db),
    redeemedCodes(db),
    paidOrders(db),
  ])
  return { used, balance, users, channels, redeemed, orders }
}

async function usedByAll(db: Kysely<Tables>): Promise<bigint> {
  const ofAllTime = inRollups(
    (rollup) => sql`select quota from ${rollup} where scope = 'user' and hour = 0 and model = ''`,
  )
  const { rows } = await sql<{ quota: bigint }>`
    select cast(coalesce(sum(used.quota), 0) as bigint) as quota from ${ofAllTime} as used`.execute(
    db,
  )
  return rows[0]?.quota ?? 0n
}

async function balanceOfAll(db: Kysely<Tables>): Promise<bigint> {
  const { rows } = await sql<{ quota: bigint }>`
    select cast(coalesce(sum(balance), 0) as bigint) as quota
    from ledger_accounts where code like 'wallet:%'`.execute(db)
  return rows[0]?.quota ?? 0n
}

async function countUsers(db: Kysely<Tables>): Promise<{ total: number; invited: number }> {
  const { total, invited } = await db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<bigint>().as('total'),
      fn.count<bigint>('inviter_id').as('invited'),
    ])
    .executeTakeFirstOrThrow()
  return { total: Number(total), invited: Number(invited) }
}

async function countChannels(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('channels')
    .where('deleted_at', 'is', null)
    .select(({ fn }) => ['status', fn.countAll<bigint>().as('count')])
    .groupBy('status')
    .execute()
  const of = (status: number): number =>
    Number(rows.find((row) => row.status === BigInt(status))?.count ?? 0n)
  const { enabled, disabled, testDisabled } = channelStatus
  const counts = {
    enabled: of(enabled),
    disabled: of(disabled),
    testDisabled: of(testDisabled),
  }
  return { ...counts, total: counts.enabled + counts.disabled + counts.testDisabled }
}

async function redeemedCodes(db: Kysely<Tables>): Promise<{ codes: number; quota: bigint }> {
  const { count, quota } = await db
    .selectFrom('redemptions')
    .where('redeemed_at', 'is not', null)
    .select(({ fn }) => [
      fn.countAll<bigint>().as('count'),
      fn.sum<Sums['quota']>('quota').as('quota'),
    ])
    .executeTakeFirstOrThrow()
  return { codes: Number(count), quota: BigInt(quota ?? 0n) }
}

async function paidOrders(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('orders')
    .where('status', '=', 'success')
    .where('refund', '<>', 'done')
    .select(({ fn }) => [
      'currency',
      fn.countAll<bigint>().as('count'),
      fn.sum<Sums['quota']>('quota').as('quota'),
      fn.sum<Sums['quota']>('order_amount').as('minor'),
    ])
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return rows.map(({ currency, count, quota, minor }) => ({
    currency,
    count: Number(count),
    quota: BigInt(quota ?? 0n),
    minor: BigInt(minor ?? 0n),
  }))
}
