import type { IncomingHttpHeaders } from 'node:http'
import type { BotSettings, RunningBot } from './run-bot.ts'
import { isSame, webhookPath, webhookSecret } from './webhook-names.ts'

type WebhookCall = {
  readonly params: Readonly<Record<string, string>>
  readonly headers: Omit<IncomingHttpHeaders, 'cookie'>
  readonly body: Buffer
}

type VerifiedUpdate = {
  readonly signer: string
  readonly handle: () => Promise<{
    readonly status: number
    readonly contentType: string
    readonly body: string
  }>
}

export type WebhookParts = {
  readonly settings: () => BotSettings
  readonly bot: Pick<RunningBot, 'receive'>
  /** Thrown while the bot has no webhook. */
  readonly notFound: () => Error
}

/** Receives updates that Telegram posts. A call without the secret header is not from Telegram. */
export const telegramWebhook =
  ({ settings, bot, notFound }: WebhookParts) =>
  async ({ params, headers, body }: WebhookCall): Promise<VerifiedUpdate | null> => {
    const { enabled, mode, token } = settings()
    const isOpen = enabled && mode === 'webhook' && token !== ''
    if (!isOpen || !isSame(params['token'] ?? '', webhookPath(token))) throw notFound()
    const given = headers['x-telegram-bot-api-secret-token']
    if (typeof given !== 'string' || !isSame(given, webhookSecret(token))) return null
    return {
      signer: 'telegram',
      handle: async () => {
        await bot.receive(jsonOf(body))
        return { status: 200, contentType: 'text/plain; charset=utf-8', body: 'ok\n' }
      },
    }
  }

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
