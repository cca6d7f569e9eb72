import type { RefusalText } from './refusal-text.ts'

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
  'redemption.own-code': {
    status: 200,
    zh: '该兑换码由管理员创建、修改或查看过，不能为管理员充值。超级管理员可以在设置中允许',
    en: 'An administrator created, changed or viewed this code, so it credits no administrator. A super administrator can allow it in the settings',
  },
  'redemption.token-may-not': {
    status: 200,
    zh: '该访问令牌不能创建兑换码或增加额度。请在个人资料中创建一个有此权限的访问令牌',
    en: 'This access token may not create redemption codes or add quota. Create one with that right in your profile',
  },
  'redemption.token-daily': {
    status: 200,
    zh: '该访问令牌每天创建的兑换码和增加的额度合计最多 {limit}，今天还剩 {left}',
    en: 'This access token may create codes and add quota worth {limit} a day. {left} are left today',
  },
  'redemption.cannot-enable-expired': {
    status: 200,
    zh: '兑换码已过期，请先修改过期时间',
    en: 'The code has expired; change its expiry first',
  },
} as const satisfies Record<string, RefusalText>
