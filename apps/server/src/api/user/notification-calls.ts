import type { Quota } from '@posthouse/ledger/quota'
import { topUpMail } from '../../domain/mail/mail-texts.ts'
import { choiceFrom, choiceText } from '../../domain/notifications/choice.ts'
import { notify } from '../../domain/notifications/notify.ts'
import { amountText } from '../../domain/settings/amount-text.ts'
import type { Call, Handler, Handlers } from '../call.ts'

const getNotifications: Handler<'getNotifications'> = async (_input, { caller, parts }) => {
  const { notify } = await parts.db
    .selectFrom('users')
    .select('notify')
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow()
  const bound = await parts.identities.listOf(caller.id)
  const byTelegram = bound.some(({ provider }) => provider === 'telegram')
  return {
    choice: choiceFrom(notify),
    ways: [
      ...(caller.email === null ? [] : ['mail' as const]),
      ...(byTelegram ? ['telegram' as const] : []),
    ],
  }
}

const setNotifications: Handler<'setNotifications'> = async ({ body }, call) => {
  const { caller, parts } = call
  await parts.accounts.update(caller.id, { notify: choiceText(body) })
  return null
}

/** Notifies a user of a top-up. A failure is only logged, because the money is already in the wallet. */
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

export const notificationHandlers = {
  getNotifications,
  setNotifications,
} satisfies Partial<Handlers>
