import type { texts as Zh } from '../zh/binding.ts'

/** Accounts at other services that are bound to an account here. */
export const texts: typeof Zh = {
  binding: {
    title: 'Connected accounts',
    help: 'Once connected, you can sign in with these accounts.',
    email: 'E-mail',
    providers: {
      github: 'GitHub',
      wechat: 'WeChat',
      lark: 'Lark',
      oidc: 'OIDC',
      telegram: 'Telegram',
    },
    notBound: 'Not connected',
    none: 'No accounts are connected.',
    telegramTitle: 'Connect Telegram',
    telegramHelp:
      'Open the bot, or send this message to @{{bot}}. The code works once, within ten minutes.',
    telegramCode: 'message to the bot',
    telegramWaiting: 'Waiting for your message to the bot…',
    telegramOpen: 'Open Telegram',
    telegramClose: 'Cancel',
    boundAt: 'Connected',
    bind: 'Connect',
    bindOf: 'Connect {{name}}',
    bound: '{{name}} connected',
    unbind: 'Disconnect',
    unbindOf: 'Disconnect {{name}}',
    unbindTitle: 'Disconnect {{name}}?',
    unbindHelp: 'It can no longer be used to sign in.',
    unbindTelegram: 'The bot stops answering and no longer sends notifications.',
    unbindEmail: 'A forgotten password can no longer be reset by e-mail.',
    unbound: '{{name}} disconnected',
  },
}
