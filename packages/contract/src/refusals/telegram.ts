import type { RefusalText } from './refusal-text.ts'

/** The Telegram bot. */
export const telegram = {
  'telegram.off': {
    status: 200,
    zh: 'Telegram 机器人没有运行',
    en: 'The Telegram bot is not running',
  },
  'telegram.bound': {
    status: 200,
    zh: '已绑定 Telegram 账号，请先解绑',
    en: 'A Telegram account is already connected. Disconnect it first',
  },
} as const satisfies Record<string, RefusalText>
