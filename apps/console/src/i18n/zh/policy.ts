/** What is charged, and when nothing is. */
export const texts = {
  policy: {
    title: '计费规则',
    lead: '一次调用可能怎样结束，各收多少费用。',
    happened: '情况',
    charged: '收费',
    rows: {
      complete: '正常完成，上游报告了用量',
      'complete-counted': '正常完成，上游没有报告用量',
      'complete-absurd': '正常完成，上游报告的用量不可能为真',
      'complete-empty': '正常完成，但没有任何内容，也没有用量',
      'failed-before-content': '在返回内容之前失败',
      'failed-mid-stream': '上游在输出中途失败',
      'client-left': '你在输出中途断开',
      'quota-ran-out': '余额或限额在输出中途用尽',
      'server-failed': '本站在输出中途出错',
      'server-stopped': '本站在输出中途停机',
      'cache-hit': '重复的请求由缓存回答',
    },
    charges: {
      reported: '按上游报告的用量收费。',
      counted: '按本站统计的输入和已返回的输出收费，账单上会注明。',
      delivered: '输入和已返回的输出。用量以上游报告为准，没有报告时由本站统计。',
      sent: '请求到达上游后的输入，以及断开前已返回的输出。用量以上游报告为准，没有报告时由本站统计。',
      nothing: '不收费，预扣金额全部退回。',
    },
    othersTitle: '其他情况',
    others: {
      refused: '请求被本站拒绝（余额、限额或请求有误）：不收费。',
      failover: '自动切换渠道：只收最终回答的那一次，失败的尝试不收费。',
      died: '本站进程意外终止：不收费，预扣金额退回。',
    },
    priceTitle: '价格怎么算',
    priceText:
      '每个项目的数量乘以单价，相加后乘以所在分组的倍率。价格见模型列表；调用时的价格会写入账单，之后改价不影响已有的账单。',
    roundingTitle: '取整',
    roundingText: '合计只在最后向上取整一次，取到 1 个额度单位。只要有费用，至少收 1 个单位。',
    holdTitle: '预扣',
    holdText:
      '调用前先预扣可能的最高费用，结束后按实际用量结算，多余部分立即退回。余额不会变成负数。',
    refundTitle: '退款',
    refundText:
      '管理员可以退还任何一笔费用：只退实际支付的部分，每笔只能退一次，原因会写在账单上。',
    toPrices: '查看模型与价格',
  },
}
