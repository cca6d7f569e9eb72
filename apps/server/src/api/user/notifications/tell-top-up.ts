import type { Quota } from '@posthouse/ledger/quota'
import { topUpMail } from '../../../domain/mail/mail-texts.ts'
import { notify } from '../../../domain/notifications/notify.ts'
import { amountText } from '../../../domain/settings/amount-text.ts'
import type { Call } from '../../call.ts'

/** Tells a user that money arrived. It is in the wallet already, so what goes wrong here is logged and no more. */
export async function tellTopUp(
  userId: bigint,
  { amount, balance }: { readonly amount: Quota; readonly balance: Quota },
  { parts, requestId }: Pick<Call, 'parts' | 'requestId'>,
): Promise<void> {
  const { settings } = parts.snapshot.get()
  const site = { name: settings.SystemName, address: settings.ServerAddress }
  const text = topUpMail(
    { amount: amountText(amount, settings), balance: amountText(balance, settings) },
    site,
  )
  const at = parts.clock.now()
  const told = { event: 'top_up', key: `top-up:${requestId}`, at, ...text } as const
  await parts.db
    .transaction()
    .execute((transaction) => notify(transaction, userId, told, parts))
    .catch((error: unknown) => {
      parts.log.error({ request: requestId, err: error }, 'a top-up was not told')
    })
}
