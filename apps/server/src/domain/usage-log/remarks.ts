import type { Language } from '@posthouse/contract/errors'

/** Remarks of our own, kept by name and told in the reader's language. */
const remarks = {
  'first-balance': { zh: '初始余额', en: 'First balance' },
  'new-user': { zh: '新用户注册赠送', en: 'Starting balance of a new account' },
  invitee: { zh: '受邀注册赠送', en: 'Bonus for signing up by invitation' },
  redeemed: { zh: '兑换码充值', en: 'Top-up with a redemption code' },
  paid: { zh: '在线充值', en: 'Top-up by payment' },
  'order-refunded': { zh: '充值退款', en: 'Refund of a top-up' },
  'refund-undone': { zh: '退款未成功，额度退回', en: 'A refund failed; the quota is back' },
  'log-cleaned': {
    zh: '清理日志：删除了 {1} 之前的 {0} 条调用记录',
    en: 'Log clean-up: deleted {0} entries of calls before {1}',
  },
  inviter: { zh: '邀请用户奖励', en: 'Reward for an invitation' },
} as const satisfies Record<string, { zh: string; en: string }>

export type RemarkName = keyof typeof remarks

const mark = '@'
const divider = '|'

/** The form of a remark of ours in the database, with its figures. A person's words stand as they are. */
export const remark = (name: RemarkName, ...figures: readonly string[]): string =>
  `${mark}${[name, ...figures].join(divider)}`

/** The text of a row: a remark of ours in the reader's language, else what was written. */
export function remarkText(content: string, language: Language): string {
  const [name = '', ...figures] = content.slice(mark.length).split(divider)
  const known = content.startsWith(mark) && Object.hasOwn(remarks, name)
  if (!known) return content
  const text: string = remarks[name as RemarkName][language]
  return text.replace(/\{(\d)\}/g, (_, place: string) => figures[Number(place)] ?? '')
}
