import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { BindCode, BotStatus } from '../users/telegram/telegram-bot.ts'

/** The Telegram bot. */
export const telegramCalls = {
  createTelegramCode: {
    method: 'POST',
    path: '/api/user/telegram/code',
    access: 'user',
    changes: true,
    sessionOnly: true,
    summary: 'A code that binds a Telegram account to the caller, once, within ten minutes.',
    reply: BindCode,
  },
  getTelegramStatus: {
    method: 'GET',
    path: '/api/option/telegram/status',
    access: 'root',
    changes: false,
    summary: 'The Telegram bot: how it gets updates, and if it runs.',
    reply: BotStatus,
  },
  reloadTelegramMenu: {
    method: 'PUT',
    path: '/api/option/telegram/reload',
    access: 'root',
    changes: true,
    summary: 'Tells Telegram the commands of the bot again.',
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
