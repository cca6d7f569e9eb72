/** The command palette. */
export const texts = {
  palette: {
    title: '搜索与跳转',
    placeholder: '输入页面、操作、名称或编号',
    results: '搜索结果',
    asking: '搜索中',
    nothing: '没有与“{{typed}}”匹配的结果',
    count: '{{count}} 个结果',
    language: '切换语言：{{name}}',
    group: {
      recent: '最近使用',
      pages: '页面',
      actions: '操作',
      users: '用户（查看日志）',
      channels: '渠道',
      tokens: '令牌',
      models: '模型（查看日志）',
    },
  },
}
