import type { z } from 'zod'
import type { Language } from './errors.ts'

/**
 * What a form says under a field, and the server in `fields`: schemas name a message by its key.
 * The wording of the specification's rules is kept to the letter.
 */
export const fieldMessages = {
  'field.required': { zh: '不能为空', en: 'Required' },
  'field.json': { zh: '必须是有效的JSON字符串', en: 'Must be a valid JSON string' },
  'field.url': {
    zh: '必须是以 http:// 或 https:// 开头的地址',
    en: 'Must be an address that starts with http:// or https://',
  },
  'field.proxy': {
    zh: '必须是 http、https 或 socks5 代理地址',
    en: 'Must be an http, https or socks5 proxy address',
  },
  'field.number': { zh: '必须是数字', en: 'Must be a number' },
  'field.whole': { zh: '必须是整数', en: 'Must be a whole number' },
  'field.at-least-0': { zh: '必须大于等于0', en: 'Must be ≥ 0' },
  'field.at-least-1': { zh: '必须大于等于1', en: 'Must be ≥ 1' },
  'field.too-long': { zh: '太长', en: 'Too long' },
  'field.address': { zh: '必须是 IP 地址或 CIDR', en: 'Must be an IP address or a CIDR range' },
  'field.wildcard': {
    zh: '通配符 * 只能是最后一个字符，且前面至少有一个字符',
    en: '* may only be the last character, with at least one before it',
  },
  'field.multiplier': {
    zh: '必须是小数，最多六位小数',
    en: 'Must be a decimal number with at most six places',
  },
  'field.hidden': {
    zh: '请重新填写被隐藏的值',
    en: 'Enter the hidden value again',
  },
  'field.characters': {
    zh: '不能包含控制字符或换行',
    en: 'Must not contain control characters or line breaks',
  },
  'field.time-zone': { zh: '没有这个时区', en: 'There is no such time zone' },
  'field.invalid': { zh: '无效', en: 'Not valid' },
  'list.order': { zh: '不支持按该字段排序', en: 'This list cannot be sorted by that field' },
  'list.size': { zh: '每页最多 100 行', en: 'A page has at most 100 rows' },
  'login.username': { zh: '用户名或邮箱 不能为空', en: 'Username or e-mail is required' },
  'login.password': { zh: '密码 不能为空', en: 'Password is required' },
  'user.username': { zh: '用户名不能为空', en: 'Username is required' },
  'user.username-short': {
    zh: '用户名不能小于 3 个字符',
    en: 'Username must be at least 3 characters',
  },
  'user.password-short': {
    zh: '密码不能小于 8 个字符',
    en: 'Password must be at least 8 characters',
  },
  'user.group': { zh: '用户组 不能为空', en: 'User group cannot be empty' },
  'user.quota': { zh: '额度不能小于 0', en: 'Quota cannot be less than 0' },
  'token.name': { zh: '名称 不能为空', en: 'Name is required' },
  'token.expiry-past': { zh: '过期时间必须晚于现在', en: 'The expiry must be in the future' },
  'channel.name': { zh: '名称 不能为空', en: 'Name is required' },
  'channel.type': { zh: '渠道 不能为空', en: 'Channel cannot be empty' },
  'channel.key': { zh: '密钥 不能为空', en: 'Key cannot be empty' },
  'channel.models': { zh: '模型 不能为空', en: 'Model cannot be empty' },
  'channel.groups': { zh: '用户组 不能为空', en: 'User group cannot be empty' },
  'channel.base-url': { zh: '渠道API地址 不能为空', en: 'Channel API address cannot be empty' },
  'channel.priority': { zh: '优先级不能小于 0', en: 'Priority cannot be less than 0' },
  'channel.weight': { zh: '权重不能小于 1', en: 'Weight cannot be less than 1' },
  'price.type': { zh: '类型只能是tokens或times', en: 'The type can only be tokens or times' },
  'price.channel-type': { zh: '渠道类型 不能为空', en: 'Channel type cannot be empty' },
  'price.model': { zh: '模型名称不能为空', en: 'Model name cannot be empty' },
  'price.input': { zh: '输入倍率必须大于等于0', en: 'Input multiplier must be ≥ 0' },
  'price.output': { zh: '输出倍率必须大于等于0', en: 'Output multiplier must be ≥ 0' },
} as const satisfies Record<string, { zh: string; en: string }>

export type FieldMessage = keyof typeof fieldMessages

const isFieldMessage = (text: string): text is FieldMessage => Object.hasOwn(fieldMessages, text)

/** The key of the message for a zod issue: the schema's own, else one that fits the kind of issue. */
export function messageKeyOf(issue: z.core.$ZodIssue): FieldMessage {
  if (isFieldMessage(issue.message)) return issue.message
  if (issue.code === 'invalid_type' && issue.input == null) return 'field.required'
  if (issue.code === 'too_big') return 'field.too-long'
  if (issue.code === 'too_small' && issue.origin !== 'number') return 'field.required'
  return 'field.invalid'
}

/** Messages by field path (`setting.limits.models`), the first issue of each field. */
export function fieldTexts(error: z.ZodError, language: Language): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const issue of error.issues) {
    texts[issue.path.map(String).join('.')] ??= fieldMessages[messageKeyOf(issue)][language]
  }
  return texts
}
