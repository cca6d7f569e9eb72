/** Tests of many channels. */
export const texts = {
  testing: {
    title: '测试渠道',
    all: '测试全部',
    many: '测试',
    loading: '正在读取渠道',
    none: '没有找到渠道。',
    question: '测试 {{count}} 个渠道？每个渠道发送一个简短请求，上游可能收费。',
    start: '测试 {{count}} 个渠道',
    stop: '停止',
    again: '重新测试失败的渠道',
    progress: '测试进度',
    counts:
      '已完成 {{ended}} / {{all}}：{{passed}} 个通过，{{failed}} 个失败，{{skipped}} 个未测试',
    passed: '通过，{{seconds}} 秒',
    states: {
      waiting: '等待中',
      running: '测试中…',
      stopped: '已停止',
      failed: '失败',
      skipped: '未测试',
    },
    outcomes: {
      'too-slow': '超过最长响应时间，渠道已禁用。',
      failed: '只有你能修复，渠道已禁用。',
      'key-failed': '只有你能修复，该密钥已禁用。',
      enabled: '渠道已恢复，重新启用。',
    },
  },
}
