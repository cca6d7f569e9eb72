/** Public pages around accounts, and links of apps. */
export const texts = {
  account: {
    toLogin: '前往登录',
    toAbout: '查看关于页面',
    registerClosed: '本站没有开放注册',
    registerClosedHelp: '{{name}} 的账户由管理员开通。联系管理员取得用户名和密码后登录。',
    resetTitle: '密码重置',
    resetByAdmin: '{{name}} 不发送重置邮件。联系管理员为你设置新密码。',
    resetLinkBroken: '这个地址缺少邮箱或验证信息，可能没有复制完整。',
    forgot: '忘记密码？',
    providerOff: '{{provider}} 登录没有开启',
    providerOffHelp: '本站没有配置 {{provider}} 登录，账户没有任何变化。使用用户名和密码登录。',
    redirecting: '操作失败，重定向至登录界面中...',
    playgroundTitle: '登录后开始聊天',
    playgroundLogin: '每次调用都会从账户余额扣费，因此需要先登录。',
  },
  jump: {
    title: '打开应用',
    lead: '这个链接会打开你设备上的应用，其中可能带有你的密钥。只在链接来自你自己时继续。',
    open: '打开应用',
    invalid: '无效的链接',
    invalidHelp: '这里只能打开本站支持的聊天应用，不能跳转到其他网站。',
  },
}
