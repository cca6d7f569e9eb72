import type { IncomingHttpHeaders } from 'node:http'
import type { BotSettings, RunningBot } from './run-bot.ts'
import { isSame, webhookPath, webhookSecret } from './webhook-names.ts'

type Call = {
  readonly params: Readonly<Record<string, string>>
  readonly headers: Omit<IncomingHttpHeaders, 'cookie'>
  readonly body: Buffer
}

export type WebhookParts = {
  readonly settings: () => BotSettings
  readonly bot: Pick<RunningBot, 'receive'>
  /** While the bot has no webhook there is nobody at the address. */
  readonly nobody: () => Error
}

/** Takes updates that Telegram posts. A call without the secret header is not from Telegram. */
export const telegramWebhook = ({ settings, bot, nobody }: WebhookParts) => ({
  refusalText: null,
  async verify({ params, headers }: Call): Promise<{ readonly id: string } | null> {
    const { enabled, mode, token } = settings()
    const isOpen = enabled && mode === 'webhook' && token !== ''
    if (!isOpen || !isSame(params['token'] ?? '', webhookPath(token))) throw nobody()
    const given = headers['x-telegram-bot-api-secret-token']
    const isTelegram = typeof given === 'string' && isSame(given, webhookSecret(token))
    return isTelegram ? { id: 'telegram' } : null
  },
  async handle({ body }: Call) {
    await bot.receive(jsonOf(body))
    return { status: 200, contentType: 'text/plain; charset=utf-8', body: 'ok\n' }
  },
})

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
