import type { BuiltInCommand } from '@posthouse/contract/telegram-menu'

const zh = {
  start: (site: string, profile: string): string =>
    `这是 ${site} 的机器人。绑定账户后，可以在这里查询余额和令牌。\n\n绑定方法：打开 ${profile}，在“绑定”中获取绑定码，然后发送 /bind 绑定码。`,
  bindHow: (profile: string): string =>
    `请发送 /bind 绑定码。绑定码在个人资料的“绑定”中获取：${profile}`,
  bound: (user: string): string => `已绑定账户 ${user}。发送 /balance 查询余额。`,
  codeWrong: '绑定码无效或已过期，请重新获取。',
  alreadyBound: '此 Telegram 账户已绑定用户，请先发送 /unbind 解绑。',
  otherBound: '该用户已绑定其他 Telegram 账户，请先在个人资料中解绑。',
  notBound: (profile: string): string =>
    `尚未绑定账户。请在个人资料中获取绑定码，然后发送 /bind 绑定码：${profile}`,
  disabled: '你的账户已被禁用，请联系管理员。',
  private: '请私聊我。',
  tooMany: '消息太频繁，请一分钟后再试。',
  unbindSure: (user: string): string => `确定要解绑账户 ${user} 吗？`,
  unbindYes: '解绑',
  unbindNo: '取消',
  unbound: '已解绑。',
  kept: '未作更改。',
  balance: (left: string, used: string): string => `剩余：${left}\n已用：${used}`,
  recharge: (link: string): string => `在这里充值：${link}`,
  keys: (lines: string, more: number, link: string): string =>
    `你的令牌：\n${lines}${more > 0 ? `\n……还有 ${more} 个` : ''}\n\n查看完整密钥请到控制台：${link}`,
  noKeys: (link: string): string => `你还没有令牌。创建令牌：${link}`,
  aff: (link: string): string => `你的邀请链接：${link}`,
  unknown: '没有这个命令。发送 /start 查看用法。',
  failed: '出错了，请稍后再试。',
}

export type BotTexts = typeof zh

const en: BotTexts = {
  start: (site, profile) =>
    `This is the bot of ${site}. Connect your account to check your balance and tokens here.\n\nTo connect, open ${profile}, get a code under "Bindings", and send /bind followed by the code.`,
  bindHow: (profile) =>
    `Send /bind followed by your code. You get one in your profile, under "Bindings": ${profile}`,
  bound: (user) => `Connected to ${user}. Send /balance to see your balance.`,
  codeWrong: 'This code is not valid or has expired. Get a new one.',
  alreadyBound: 'This Telegram account is already connected. Send /unbind first.',
  otherBound:
    'That user is connected to another Telegram account. Disconnect it in the profile first.',
  notBound: (profile) =>
    `No account is connected. Get a code in your profile and send /bind followed by the code: ${profile}`,
  disabled: 'Your account is disabled. Please contact the administrator.',
  private: 'Please write to me privately.',
  tooMany: 'Too many messages. Please try again in a minute.',
  unbindSure: (user) => `Disconnect the account ${user}?`,
  unbindYes: 'Disconnect',
  unbindNo: 'Cancel',
  unbound: 'Disconnected.',
  kept: 'Nothing was changed.',
  balance: (left, used) => `Remaining: ${left}\nUsed: ${used}`,
  recharge: (link) => `Top up here: ${link}`,
  keys: (lines, more, link) =>
    `Your tokens:\n${lines}${more > 0 ? `\n… and ${more} more` : ''}\n\nFull keys are in the console: ${link}`,
  noKeys: (link) => `You have no tokens yet. Create one: ${link}`,
  aff: (link) => `Your invitation link: ${link}`,
  unknown: 'There is no such command. Send /start to see how this works.',
  failed: 'Something went wrong. Please try again later.',
}

export type BotLanguage = 'zh' | 'en'

export const botTexts: Readonly<Record<BotLanguage, BotTexts>> = { zh, en }

/** Descriptions of the built-in commands in Telegram's menu. */
export const commandTexts: Readonly<Record<BotLanguage, Readonly<Record<BuiltInCommand, string>>>> =
  {
    zh: {
      start: '开始使用',
      bind: '绑定账户',
      unbind: '解绑账户',
      balance: '查询余额',
      recharge: '充值',
      apikey: '查看令牌',
      aff: '邀请链接',
    },
    en: {
      start: 'How this works',
      bind: 'Connect your account',
      unbind: 'Disconnect your account',
      balance: 'Show your balance',
      recharge: 'Top up',
      apikey: 'List your tokens',
      aff: 'Your invitation link',
    },
  }

export const languageOf = (code: string): BotLanguage => (/^zh\b/i.test(code) ? 'zh' : 'en')
