/** What a supplier says of a channel: the balance of its keys, and its models. */
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
    models: {
      compare: '比较模型',
      title: '“{{name}}”与上游的模型对比',
      asking: '正在读取上游的模型列表',
      again: '重新比较',
      added: '上游新增',
      gone: '上游已不再列出',
      same: '{{count}} 个模型相同。勾选要添加或移除的模型。',
      allSame: '没有差异，{{count}} 个模型都在上游的列表中。',
      apply: '添加 {{added}} 个，移除 {{removed}} 个',
      applied: '已添加 {{added}} 个模型，移除 {{removed}} 个',
      setPrices: '去定价',
    },
  },
}
