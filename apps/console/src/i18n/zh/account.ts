/** Public pages around accounts, and links of apps. */
export const texts = {
  account: {
    toLogin: '前往登录',
    toAbout: '查看关于页面',
    registerClosed: '本站没有开放注册',
    registerClosedHelp: '{{name}} 的账户由管理员开通。向管理员获取用户名和密码后即可登录。',
    resetTitle: '密码重置',
    resetByAdmin: '{{name}} 不发送重置邮件，请联系管理员为你设置新密码。',
    resetLinkBroken: '此链接缺少邮箱或验证码，可能没有复制完整。',
    forgot: '忘记密码？',
    providerOff: '{{provider}} 登录没有开启',
    providerOffHelp: '本站未启用 {{provider}} 登录，你的账户没有任何变化。请使用用户名和密码登录。',
    redirecting: '操作失败，重定向至登录界面中...',
    playgroundTitle: '登录后开始聊天',
    playgroundLogin: '每次调用都会从账户余额扣费，请先登录。',
  },
  jump: {
    title: '打开应用',
    lead: '此链接会打开你设备上的应用，其中可能包含你的密钥。请仅在链接由你自己生成时继续。',
    open: '打开应用',
    invalid: '无效的链接',
    invalidHelp: '这里只能打开本站支持的聊天应用，不能跳转到其他网站。',
  },
}
