import type { RefusalText } from './refusal-text.ts'

/** Faults on our side. */
export const server = {
  'ledger.unavailable': {
    status: 503,
    zh: '账本暂不可用，请稍后重试',
    en: 'The ledger is unavailable, try again shortly',
  },
  'database.busy': {
    status: 503,
    zh: '数据库暂不可用，请稍后重试',
    en: 'The database is unavailable, try again shortly',
  },
  'server.memory': {
    status: 503,
    zh: '服务器正忙：请求占用的内存已满，请稍后重试',
    en: 'The server is busy: requests take all the memory they may, try again shortly',
  },
  'server.stopping': {
    status: 503,
    zh: '服务正在重启，请稍后重试',
    en: 'The server is restarting, try again shortly',
  },
  'server.unreadable-secret': {
    status: 200,
    zh: '数据库中的这项内容无法解密。请重新创建或设置，或从备份恢复',
    en: 'The database holds this value, but it cannot be decrypted. Create or set it again, or restore it from a backup',
  },
  'server.error': {
    status: 500,
    zh: '服务器内部错误（请求编号 {request}）',
    en: 'Internal server error (request {request})',
  },
} as const satisfies Record<string, RefusalText>
