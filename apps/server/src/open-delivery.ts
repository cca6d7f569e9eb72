import type { MailPort } from './domain/mail/mail.ts'
import { createMailDelivery, mailKind } from './domain/mail/post-mail.ts'
import type { Deliver } from './domain/outbox/message.ts'
import { mailServer } from './domain/settings/mail-server.ts'
import type { Settings } from './domain/settings/setting-table.ts'
import { webhookTarget } from './domain/settings/webhook-target.ts'
import type { BotPort } from './domain/telegram/bot.ts'
import { createTelegramDelivery, telegramKind } from './domain/telegram/post-telegram.ts'
import { smtpPort } from './integrations/mail/smtp-port.ts'
import { createWebhookSender } from './integrations/webhooks/send-webhook.ts'
import type { Clock } from './lib/clock.ts'
import type { Stores } from './open-stores.ts'
import type { CurrentSnapshot } from './domain/snapshot/current-snapshot.ts'
import type { Transports } from './upstream/transport/transports.ts'

/** Null: no mail server is set. */
export function mailPortOf(settings: Settings): MailPort | null {
  const server = mailServer(settings)
  return server === null ? null : smtpPort(server)
}

type DeliveryParts = Pick<Stores, 'seal' | 'accounts' | 'identities'> & {
  readonly clock: Clock
  readonly transports: Transports
  readonly snapshot: CurrentSnapshot
  readonly mailPort: () => MailPort | null
  readonly bot: BotPort
}

/** Mails to the mail server, texts for Telegram to the bot, everything else to the webhook. */
export function delivery({
  clock,
  seal,
  accounts,
  transports,
  snapshot,
  mailPort,
  identities,
  bot,
}: DeliveryParts): Deliver {
  const tell = createWebhookSender({
    clock,
    transport: transports.http,
    target: () => webhookTarget(snapshot.get().settings),
  })
  const mail = createMailDelivery({
    clock,
    seal,
    port: mailPort,
    isOfAccount: async (address) => (await accounts.findByEmail(address)) !== null,
  })
  const telegram = createTelegramDelivery({ bot, identities, clock })
  const deliverers: ReadonlyMap<string, Deliver> = new Map([
    [mailKind, mail],
    [telegramKind, telegram],
  ])
  return (message) => (deliverers.get(message.kind) ?? tell)(message)
}
