import { walletOf } from '@posthouse/ledger/account'
import type { LedgerReader } from '@posthouse/ledger/reader'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { lowBalanceMail } from '../domain/mail/mail-texts.ts'
import type { PostMailParts } from '../domain/mail/post-mail.ts'
import { notify } from '../domain/notifications/notify.ts'
import { amountText } from '../domain/settings/amount-text.ts'
import type { Settings } from '../domain/settings/setting-table.ts'
import { quota } from '@posthouse/ledger/quota'
import type { Clock } from '../lib/clock.ts'

export type ReminderParts = PostMailParts & {
  readonly db: Kysely<Tables>
  readonly reader: LedgerReader
  readonly clock: Pick<Clock, 'now'>
}

type ReminderRow = { readonly id: bigint; readonly reminder_armed: bigint }

const atOnce = 500

/** Tells those whose balance fell below the threshold since it was last seen above. */
export async function remindLowBalance(parts: ReminderParts, settings: Settings): Promise<void> {
  if (settings.QuotaRemindThreshold === 0) return
  let after = 0n
  for (;;) {
    const owners = await ownersAfter(parts.db, after)
    const wallets = owners.map(({ id }) => walletOf(id))
    const balances = await parts.reader.balances(wallets)
    for (const owner of owners) {
      const balance = balances.get(walletOf(owner.id))?.balance ?? 0n
      await look(owner, balance, { parts, settings })
    }
    const last = owners.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

const ownersAfter = (db: Kysely<Tables>, after: bigint): Promise<ReminderRow[]> =>
  db
    .selectFrom('users')
    .select(['id', 'reminder_armed'])
    .where('id', '>', after)
    .where('status', '=', 1n)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(atOnce)
    .execute()

async function look(
  { id, reminder_armed: armed }: ReminderRow,
  balance: bigint,
  { parts, settings }: { parts: ReminderParts; settings: Settings },
): Promise<void> {
  const isLow = balance < BigInt(settings.QuotaRemindThreshold)
  if (isLow === (armed === 0n)) return
  await parts.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ reminder_armed: isLow ? 0n : 1n })
      .where('id', '=', id)
      .execute()
    if (!isLow) return
    const at = parts.clock.now()
    const site = { name: settings.SystemName, address: settings.ServerAddress }
    const text = lowBalanceMail(amountText(quota(balance), settings), site)
    const told = { event: 'low_balance', key: `low-balance:${id}:${at}`, at, ...text } as const
    await notify(transaction, id, told, parts)
  })
}
