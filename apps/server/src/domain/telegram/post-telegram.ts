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
  /** Later it is of no use; null: it always is. */
  readonly expiresAt: number | null
}

/**
 * Puts a text for a user's Telegram account in the outbox, in the transaction that it belongs to. `key`: the same
 * again is not sent twice. Not for secrets: it is stored as it is.
 */
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

/** Brings texts of the outbox to whoever is bound when they go out. */
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
