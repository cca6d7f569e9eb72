import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Deliver } from '../outbox/message.ts'
import type { OutboxStore } from '../outbox/outbox-store.ts'
import type { BotPort } from '../telegram/bot.ts'

export const telegramKind = 'telegram'

/** Puts a message to a bound chat in the outbox, in the transaction that it belongs to. */
export const postTelegram = (
  transaction: Transaction<Tables>,
  { key, at, chat, text }: { key: string; at: number; chat: string; text: string },
  { outbox }: { readonly outbox: Pick<OutboxStore, 'add'> },
): Promise<void> =>
  outbox.add(transaction, { kind: telegramKind, key, payload: { chat, text }, at })

type TelegramDeliveryParts = {
  readonly bot: Pick<BotPort, 'send'>
  /** Whoever unbinds meanwhile is told nothing more. */
  readonly isBound: (chat: string) => Promise<boolean>
}

/** Brings messages of the outbox to Telegram. They wait while the bot does not run here. */
export function createTelegramDelivery({ bot, isBound }: TelegramDeliveryParts): Deliver {
  return async ({ payload }) => {
    const { chat, text } = JSON.parse(payload) as { chat: string; text: string }
    if (!(await isBound(chat))) return { outcome: 'delivered' }
    const end = await bot.send(chat, text)
    if (end === null) return { outcome: 'wait', reason: 'the bot does not run' }
    if (end.sent) return { outcome: 'delivered' }
    return { outcome: end.isTemporary ? 'again' : 'never', reason: end.reason }
  }
}
