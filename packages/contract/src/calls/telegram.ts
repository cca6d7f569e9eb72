import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { listOf } from '../list.ts'
import { IdParams } from '../scalars.ts'
import { BindCode, BotStatus } from '../users/telegram/telegram-bot.ts'
import * as menu from '../users/telegram/telegram-menu.ts'

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
    access: 'admin',
    changes: false,
    summary: 'The Telegram bot: how it gets updates, and if it runs.',
    reply: BotStatus,
  },
  listTelegramMenus: {
    method: 'GET',
    path: '/api/option/telegram',
    access: 'admin',
    changes: false,
    summary: 'Commands of the Telegram bot that answer with a text of the operator.',
    query: menu.TelegramMenuQuery,
    reply: listOf(menu.TelegramMenu),
  },
  reloadTelegramMenu: {
    method: 'PUT',
    path: '/api/option/telegram/reload',
    access: 'admin',
    changes: true,
    summary: 'Tells Telegram the commands of the bot again.',
    reply: z.null(),
  },
  getTelegramMenu: {
    method: 'GET',
    path: '/api/option/telegram/:id',
    access: 'admin',
    changes: false,
    summary: 'One command of the Telegram bot.',
    params: IdParams,
    reply: menu.TelegramMenu,
  },
  createTelegramMenu: {
    method: 'POST',
    path: '/api/option/telegram',
    access: 'admin',
    changes: true,
    summary: 'Creates a command of the Telegram bot.',
    body: menu.TelegramMenuInput,
    reply: menu.TelegramMenu,
  },
  updateTelegramMenu: {
    method: 'PUT',
    path: '/api/option/telegram',
    access: 'admin',
    changes: true,
    summary: 'Changes a command of the Telegram bot.',
    body: menu.TelegramMenuChange,
    reply: menu.TelegramMenu,
  },
  deleteTelegramMenu: {
    method: 'DELETE',
    path: '/api/option/telegram/:id',
    access: 'admin',
    changes: true,
    summary: 'Deletes a command of the Telegram bot.',
    params: IdParams,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
