/** The dashboard, the first call, opening the station. */
export const texts = {
  dashboard: {
    balance: '余额',
    usedSoFar: '已用 {{amount}}',
    daysLeft: '按近 7 天的用量，约可用 {{days}} 天',
    daysUnknown: '可用天数：—',
    requestsToday: '今日请求',
    succeeded: '成功率 {{rate}}',
    spendToday: '今日消费',
    tokensToday: '今日 Token',
    rpm: 'RPM，近 1 小时',
    againstYesterday: '较昨日同期 {{change}}',
    noYesterday: '昨日同期没有数据',
    recent: '最近的调用',
    allCalls: '查看全部日志',
  },
  first: {
    title: '发起第一次调用',
    balance: '余额',
    balanceIs: '你的余额是 {{amount}}。',
    noTopUp: '管理员尚未设置充值链接！',
    topUp: '去充值',
    token: '令牌',
    tokenName: '我的第一个令牌',
    call: '第一次调用',
    tokenThere: '你已有令牌，可在令牌页面查看或轮换密钥。',
    tokenBefore: '先创建令牌，再把下面的命令粘贴到终端。',
    waiting: '等待你的第一次调用…',
    tooPoor: '余额不足，无法完成这次调用。充值后重新执行同一条命令即可。',
    failed: '调用失败。请按上面的提示处理后重试。',
    toDashboard: '打开仪表盘',
  },
  station: {
    title: '完成初始设置',
    left: '还有 {{count}} 项',
    hide: '隐藏',
    showDone: '展开',
    progress: '已完成 {{done}} / {{all}}',
    changePassword: '修改密码',
    useAddress: '使用 {{origin}}',
    unpriced: '尚未定价：{{names}}。',
    unpricedMore: '尚未定价：{{names}}，另有 {{more}} 个。',
    keepOpen: '保持开放',
    openSettings: '打开设置',
    openPayment: '添加支付网关',
    setUp: '设置 {{provider}}',
    providers: { github: 'GitHub', wechat: '微信', lark: '飞书', oidc: 'OIDC' },
    step: {
      channel: '测试渠道',
      prices: '给模型定价',
      sandbox: '打开沙盒渠道',
    },
    rows: {
      password: {
        title: '修改初始密码',
        help: '初始密码是 POSTHOUSE_ROOT_PASSWORD 的值，或在首次启动时打印在终端里。',
      },
      'server-address': {
        title: '设置服务器地址',
        help: '用于代码示例和回调地址。当前浏览器访问的是 {{origin}}。',
      },
      channel: {
        title: '添加渠道并测试',
        help: '渠道 {{channels}} 个，已测试 {{tested}} 个，沙盒不计入。',
      },
      prices: {
        title: '设置模型价格',
        help: '{{models}} 个模型中已定价 {{priced}} 个。没有价格的模型无法调用。',
      },
      mail: {
        title: '设置邮件服务',
        help: '用于注册验证码和找回密码。未设置时由管理员重置密码。',
      },
      registration: {
        title: '决定是否开放注册',
        help: '默认开放，任何人都可以注册账户。可以保持开放，或在设置中关闭。',
      },
      payment: {
        title: '让用户可以付款',
        help: '添加支付网关，或设置充值链接，指向你自己出售兑换码的页面。',
      },
      sandbox: {
        title: '上线前禁用沙盒渠道',
        help: '沙盒只返回示例内容，仅供试用。',
      },
    },
  },
  warnings: {
    'refused-settlements':
      '有 {{count}} 笔结算没有入账。请在运行服务的机器上执行 npm run posthouse -- doctor --replay。',
    'untrusted-proxy':
      '请求经由代理 {{address}} 到达，但 TRUSTED_PROXIES 没有写它：所有访客都算作同一个地址，登录限制也会一起受限。请把它写入 TRUSTED_PROXIES 后重启。',
  },
}
