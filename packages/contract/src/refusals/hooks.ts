import type { RefusalText } from './refusal-text.ts'

/** Incoming webhooks. The text does not repeat the path, which may contain a key. */
export const hooks = {
  'hook.not-found': {
    status: 404,
    zh: '没有这个地址',
    en: 'There is nothing at this address',
  },
  'hook.signature': {
    status: 401,
    zh: '签名无法识别',
    en: 'The signature is not one that is known here',
  },
} as const satisfies Record<string, RefusalText>
