import type { RefusalText } from './refusal-text.ts'

/** Redemption codes. */
export const redemptions = {
  'redemption.not-found': { status: 200, zh: '兑换码不存在', en: 'Redemption code not found' },
  'redemption.unknown': {
    status: 200,
    zh: '没有这个兑换码，请检查是否输入有误',
    en: 'There is no such code. Check it for typing mistakes',
  },
  'redemption.used': {
    status: 200,
    zh: '兑换码已被使用',
    en: 'This code has already been redeemed',
  },
  'redemption.disabled': { status: 200, zh: '兑换码已被禁用', en: 'This code is disabled' },
  'redemption.expired': { status: 200, zh: '兑换码已过期', en: 'This code has expired' },
  'redemption.cannot-enable-expired': {
    status: 200,
    zh: '兑换码已过期，请先修改过期时间',
    en: 'The code has expired; change its expiry first',
  },
} as const satisfies Record<string, RefusalText>
