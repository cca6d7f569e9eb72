/** The wallet: balance, redemption codes, where to buy. */
export const texts = {
  topup: {
    lead: '查看余额，使用兑换码充值。',
    wallet: '余额',
    balance: '当前余额',
    used: '累计消费',
    daysLeft: '按近 7 天的用量，约可用 {{days}} 天',
    daysUnknown: '近 7 天没有消费，无法估算可用天数。',
    log: '查看充值记录',
    redeem: '兑换码充值',
    redeemHelp: '输入兑换码，额度会立即到账。',
    key: '兑换码',
    submit: '兑换',
    redeemed: '兑换成功，到账 {{amount}}',
    buy: '还没有兑换码？',
    buyHelp: '在运营者的页面购买，会在新标签页打开。',
    toBuy: '获取兑换码',
    noLink: '管理员尚未设置充值链接！',
    whom: '请向本站管理员索取兑换码，联系方式见关于页面。',
    toAbout: '查看关于页面',
  },
}
