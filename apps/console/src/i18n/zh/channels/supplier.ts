/** What a supplier says of a channel: the balance of its keys. */
export const texts = {
  supplier: {
    balance: {
      title: '更新余额',
      all: '更新全部余额',
      one: '更新余额',
      question: '向上游查询 {{count}} 个渠道的余额？没有余额接口的渠道会跳过。',
      start: '查询 {{count}} 个渠道',
      again: '重新查询失败的渠道',
      progress: '查询进度',
      counts:
        '已完成 {{ended}} / {{all}}：{{passed}} 个已更新，{{failed}} 个失败，{{skipped}} 个跳过',
      running: '查询中…',
      skipped: '跳过',
      updated: '“{{name}}”的余额：{{balance}}',
      ranOut: '上游余额于 {{time}} 已用完。渠道仍在使用，请充值或禁用。',
    },
  },
}
