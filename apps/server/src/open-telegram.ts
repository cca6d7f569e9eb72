import { Refusal } from '@posthouse/contract/refusal'
import { createBotAnswers } from './domain/telegram/bot-answers.ts'
import type { BotPort } from './domain/telegram/bot.ts'
import { createMenuStore } from './domain/telegram/menu-store.ts'
import type { CallbackHandler } from './hooks/hook.ts'
import type { Log } from './lib/log.ts'
import { type BotSettings, runBot } from './integrations/telegram/run-bot.ts'
import { telegramWebhook } from './integrations/telegram/webhook.ts'
import { takeLease } from './jobs/lease.ts'
import type { Clock } from './lib/clock.ts'
import type { Stores } from './open-stores.ts'
import type { CurrentSnapshot } from './domain/snapshot/current-snapshot.ts'
import type { Transports } from './upstream/transport/transports.ts'

type TelegramContext = Stores & {
  readonly snapshot: CurrentSnapshot
  readonly transports: Transports
  readonly clock: Clock
  readonly log: Log
}

/** More than a long poll takes. */
const turnMs = 60_000

/** Starts the bot, which follows the settings, and gives its webhook the address that the hooks have for it. */
export function openTelegram(
  context: TelegramContext,
  stack: AsyncDisposableStack,
): { readonly bot: BotPort; readonly telegramUpdate: CallbackHandler } {
  const { db, database, incarnation, snapshot, ledger, transports, clock, log } = context
  const settings = (): BotSettings => botSettings(snapshot)
  const name = 'telegram-bot'
  const bot = runBot({
    transport: transports.http,
    settings,
    answers: createBotAnswers({
      ...context,
      reader: ledger.reader,
      menus: createMenuStore(db),
      settings: () => snapshot.get().settings,
    }),
    takesTurn: () => takeLease(db, database.dialect, { name, owner: incarnation, forMs: turnMs }),
    now: () => clock.now(),
    log,
  })
  stack.defer(async () => {
    await bot.stop()
    await db
      .deleteFrom('leases')
      .where('name', '=', name)
      .where('owner', '=', incarnation)
      .execute()
  })
  const notFound = () => new Refusal('hook.not-found', {})
  return { bot, telegramUpdate: telegramWebhook({ settings, bot, notFound }) }
}

function botSettings(snapshot: CurrentSnapshot): BotSettings {
  const { settings } = snapshot.get()
  return {
    enabled: settings.TelegramBotEnabled,
    mode: settings.TelegramBotMode === 'webhook' ? 'webhook' : 'polling',
    token: settings.TelegramBotToken,
    apiAddress: settings.TelegramApiAddress,
    serverAddress: settings.ServerAddress,
    privateAllowed: settings.PrivateBaseUrlsAllowed,
  }
}
