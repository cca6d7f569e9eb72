/** Accounts at other services that are bound to an account here. */
export const texts = {
  binding: {
    title: '账户绑定',
    help: '绑定后可以用这些账户登录。',
    email: '邮箱',
    providers: {
      github: 'GitHub',
      wechat: '微信',
      lark: '飞书',
      oidc: 'OIDC',
      telegram: 'Telegram',
    },
    notBound: '未绑定',
    none: '没有绑定任何账户。',
    boundAt: '绑定于',
    bind: '绑定',
    bindOf: '绑定 {{name}}',
    bound: '已绑定 {{name}}',
    unbind: '解绑',
    unbindOf: '解绑 {{name}}',
    unbindTitle: '解绑 {{name}}？',
    unbindHelp: '解绑后不能再用它登录。',
    unbindTelegram: '机器人将不再回答你的查询，也不再发送通知。',
    unbindEmail: '忘记密码时将无法通过邮件重置。',
    unbound: '已解绑 {{name}}',
  },
}
