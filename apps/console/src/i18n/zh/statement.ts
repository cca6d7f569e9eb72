/** What moved a balance, month by month. */
export const texts = {
  statement: {
    title: '账单',
    csv: '下载 CSV',
    before: '上个月',
    after: '下个月',
    time: '时间',
    what: '事项',
    amount: '金额',
    balance: '余额',
    opening: '期初余额',
    closing: '期末余额',
    empty: '这个月余额没有变动。',
    usage: '当日用量（{{count}} 次扣费）',
    kinds: {
      'top-up': '充值',
      'top-up-refund': '充值退款',
      code: '兑换码',
      gift: '赠送',
      invitation: '邀请奖励',
      refund: '扣费退还',
      correction: '调整',
    },
  },
}
