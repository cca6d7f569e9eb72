import { Refusal } from '@posthouse/contract/refusal'
import { quota } from '@posthouse/ledger/quota'
import { type Transaction, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { amountText } from '../settings/amount-text.ts'
import type { Settings } from '../settings/setting-table.ts'

type TokenCodesInput = {
  readonly tokenId: bigint
  readonly amount: bigint
  readonly at: number
  readonly settings: Settings
}

const dayMs = 86_400_000

/** Takes from what an access token may give away in redemption codes today, in UTC. One update decides, on all nodes. */
export async function takeFromToken(
  transaction: Transaction<Tables>,
  { tokenId, amount, at, settings }: TokenCodesInput,
): Promise<void> {
  const today = BigInt(Math.floor(at / dayMs))
  const made = sql<bigint>`case when codes_day = ${today} then codes_made else 0 end`
  const { numUpdatedRows } = await transaction
    .updateTable('access_tokens')
    .set({ codes_made: sql`${made} + ${amount}`, codes_day: today })
    .where('id', '=', tokenId)
    .where('codes_per_day', '>', 0n)
    .where(sql<boolean>`${made} + ${amount} <= codes_per_day`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  const row = await transaction
    .selectFrom('access_tokens')
    .select(['codes_per_day', made.as('made')])
    .where('id', '=', tokenId)
    .executeTakeFirst()
  if (row === undefined || row.codes_per_day === 0n) {
    throw new Refusal('redemption.token-may-not', {})
  }
  const left = row.codes_per_day - BigInt(row.made)
  throw new Refusal(
    'redemption.token-daily',
    {
      limit: amountText(quota(row.codes_per_day), settings),
      left: amountText(quota(left), settings),
    },
    { field: 'quota' },
  )
}
