import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { IdentityStore } from '../accounts/identity-store.ts'
import type { Deliver } from '../outbox/message.ts'
import type { OutboxStore } from '../outbox/outbox-store.ts'
import type { BotPort } from './bot.ts'

export const telegramKind = 'telegram'

export type WaitingTelegram = {
  readonly userId: bigint
  readonly text: string
  /** Not sent after this time; null for no limit. */
  readonly expiresAt: number | null
}

/** Adds a message to the outbox, in the caller's transaction. Each `key` is sent once. Not for secrets, because it is stored in clear. */
export async function postTelegram(
  transaction: Transaction<Tables>,
  { key, at, message }: { key: string; at: number; message: WaitingTelegram },
  { outbox }: { readonly outbox: Pick<OutboxStore, 'add'> },
): Promise<void> {
  const { userId, text, expiresAt } = message
  const payload = { user: String(userId), text, expires: expiresAt ?? 0 }
  await outbox.add(transaction, { kind: telegramKind, key, payload, at })
}

export type TelegramDeliveryParts = {
  readonly bot: Pick<BotPort, 'send'>
  readonly identities: Pick<IdentityStore, 'listOf'>
  readonly clock: { now(): number }
}

/** Sends outbox messages to the account connected at that time. */
export function createTelegramDelivery({ bot, identities, clock }: TelegramDeliveryParts): Deliver {
  return async ({ payload }) => {
    const { user, text, expires } = JSON.parse(payload) as {
      user: string
      text: string
      expires: number
    }
    if (expires !== 0 && clock.now() >= expires) {
      return { outcome: 'never', reason: 'it is of no use any more' }
    }
    const bound = (await identities.listOf(BigInt(user))).find(
      ({ provider }) => provider === 'telegram',
    )
    if (bound === undefined) return { outcome: 'never', reason: 'no Telegram account is bound' }
    const end = await bot.send(bound.subject, text)
    if (end === null) return { outcome: 'wait', reason: 'the bot does not run' }
    if (end.sent) return { outcome: 'delivered' }
    return { outcome: end.isTemporary ? 'again' : 'never', reason: end.reason }
  }
}
