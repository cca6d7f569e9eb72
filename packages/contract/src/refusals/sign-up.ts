import type { RefusalText } from './refusal-text.ts'

export const signUp = {
  'user.register-closed': {
    status: 200,
    zh: '管理员关闭了新用户注册',
    en: 'The administrator has closed registration',
  },
  'user.username-taken': { status: 200, zh: '用户名已被占用', en: 'This username is taken' },
  'user.email-taken': {
    status: 200,
    zh: '该邮箱已被注册',
    en: 'There is already an account with this e-mail address',
  },
  'user.email-domain': {
    status: 200,
    zh: '仅支持以下邮箱：{domains}',
    en: 'Only addresses of these domains can register: {domains}',
  },
  'user.code-invalid': {
    status: 200,
    zh: '验证码错误、已使用或已过期，请重新获取',
    en: 'This code is wrong, used or expired. Get a new one',
  },
  'user.reset-link-invalid': {
    status: 200,
    zh: '无效的链接：已使用或已过期，请重新申请重置密码',
    en: 'Invalid link: it was used or has expired. Ask for a new one',
  },
  'mail.off': {
    status: 200,
    zh: '本站没有设置邮件服务，请联系管理员',
    en: 'This site sends no e-mail. Ask the administrator',
  },
  'mail.no-address': {
    status: 200,
    zh: '管理员尚未设置服务器地址，无法生成链接，请联系管理员',
    en: 'The administrator has not set the server address that links need. Ask the administrator',
  },
  'mail.wait': {
    status: 429,
    zh: '发送过于频繁，请在 {seconds} 秒后重试',
    en: 'An e-mail was sent just now. Try again in {seconds} seconds',
  },
  'mail.refused': {
    status: 200,
    zh: '邮件服务器返回：{message}',
    en: 'The mail server answered: {message}',
  },
} as const satisfies Record<string, RefusalText>
