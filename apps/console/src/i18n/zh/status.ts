/** Words of states. */
export const texts = {
  status: {
    enabled: '已启用',
    disabled: '已禁用',
    testDisabled: '测试禁用',
    cooling: '冷却中',
    expired: '已过期',
    exhausted: '已耗尽',
    attention: '需注意',
    done: '已完成',
    open: '待办',
    unredeemed: '未兑换',
    redeemed: '已兑换',
    topUp: '充值',
    consumption: '消费',
    management: '管理',
    system: '系统',
    error: '失败',
    refund: '退款',
  },
}
