/** Clean-up of the log. */
export const texts = {
  cleanup: {
    title: '清理日志',
    until: '清理此时间之前的记录',
    zone: '时区：{{zone}}。恰好在此时间的记录会保留。',
    goes: '会删除：该时间之前的调用记录（成功、失败及其退款），以及它们的计费依据和尝试记录。',
    stays:
      '会保留：余额、统计与账单、充值和额度变动记录、已归档的日志。不足一小时的时间段、按令牌名称等条件的统计，只计算留下的记录。',
    future: '请选择过去的时间',
    count: '统计记录数',
    nothing: '该时间之前没有可清理的调用记录。',
    question: '删除 {{moment}} 之前的 {{shown}} 条记录？',
    extent: '最早的一条：{{first}}，最晚的一条：{{last}}（{{zone}}）。',
    final: '删除后无法恢复。',
    act: '删除 {{shown}} 条记录',
    progress: '已删除 {{done}} / {{all}} 条',
    stop: '停止',
    stopped: '已停止，删除了 {{shown}} 条记录。',
    done: '已删除 {{shown}} 条记录',
  },
}
