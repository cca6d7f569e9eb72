import type { RefusalText } from './refusal-text.ts'

export const telegram = {
  'telegram.off': {
    status: 200,
    zh: 'Telegram 机器人没有运行',
    en: 'The Telegram bot is not running',
  },
  'telegram.bound': {
    status: 200,
    zh: '已绑定 Telegram 账户，请先解绑',
    en: 'A Telegram account is already connected. Disconnect it first',
  },
  'telegram.menu-not-found': { status: 200, zh: '命令不存在', en: 'Command not found' },
  'telegram.command-taken': {
    status: 200,
    zh: '已有同名命令',
    en: 'Another entry has this command',
  },
} as const satisfies Record<string, RefusalText>
