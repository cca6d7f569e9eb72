import type { RefusalText } from './refusal-text.ts'

export const keys = {
  'key.missing': { status: 401, zh: '请求没有带密钥', en: 'No API key was given' },
  'key.invalid': { status: 401, zh: '密钥无效', en: 'This API key is not valid' },
  'key.disabled': { status: 401, zh: '令牌“{name}”已禁用', en: 'The token "{name}" is disabled' },
  'key.expired': {
    status: 401,
    zh: '令牌“{name}”已于 {time} 过期',
    en: 'The token "{name}" expired at {time}',
  },
  'key.exhausted': {
    status: 402,
    zh: '令牌“{name}”的额度已用尽，请提高该令牌的额度',
    en: 'The token "{name}" has no quota left: raise its quota',
  },
  'key.user-disabled': {
    status: 403,
    zh: '该令牌的用户已被禁用',
    en: 'The owner of this token is disabled',
  },
  'key.address': {
    status: 403,
    zh: '令牌不允许从地址 {address} 使用',
    en: 'This token may not be used from {address}',
  },
  'key.pin-forbidden': {
    status: 403,
    zh: '只有管理员的令牌可以指定渠道',
    en: 'Only tokens of administrators may pin a channel',
  },
  'key.group': {
    status: 403,
    zh: '分组 {group} 不存在或已停用',
    en: 'The group {group} does not exist or is turned off',
  },
  'limit.requests': {
    status: 429,
    zh: '{limit}：每分钟 {allowed} 次，{seconds} 秒后恢复',
    en: '{limit}: {allowed} requests a minute, free again in {seconds} s',
  },
  'limit.tokens': {
    status: 429,
    zh: '{limit}：每分钟 {allowed} 个 token，{seconds} 秒后恢复',
    en: '{limit}: {allowed} tokens a minute, free again in {seconds} s',
  },
  'limit.concurrency': {
    status: 429,
    zh: '{limit}：最多 {allowed} 个并发请求',
    en: '{limit}: at most {allowed} requests at once',
  },
  'quota.insufficient': {
    status: 402,
    zh: '钱包余额不足：剩余 {left}，需要 {wanted}，请充值或联系管理员',
    en: 'Not enough balance in the wallet: {left} left, {wanted} needed. Top up, or ask the operator',
  },
  'quota.token': {
    status: 402,
    zh: '令牌“{name}”的额度不足：剩余 {left}，需要 {wanted}，请提高该令牌的额度',
    en: 'The token "{name}" has too little quota: {left} left, {wanted} needed. Raise its quota',
  },
  'quota.max-cost': {
    status: 402,
    zh: '这次调用最多可能花费 {wanted}，超过请求头 x-posthouse-max-cost 的 {limit}。降低输出上限，或提高这个值',
    en: 'This call could cost {wanted}, above the {limit} of x-posthouse-max-cost. Lower the output limit, or raise it',
  },
  'quota.take': {
    status: 200,
    zh: '用户 {user} 只有 {left}，不能扣除 {wanted}',
    en: '{user} has only {left}: {wanted} cannot be taken away',
  },
  'quota.too-large': {
    status: 200,
    zh: '余额会超过可表示的上限',
    en: 'The balance would be larger than can be counted',
  },
  'quota.window': {
    status: 429,
    zh: '令牌“{name}”已达{window}消费上限：剩余 {left}，需要 {wanted}，{seconds} 秒后恢复',
    en: 'The token "{name}" reached its spend limit of {window}: {left} left, {wanted} needed, resets in {seconds} s',
  },
} as const satisfies Record<string, RefusalText>
