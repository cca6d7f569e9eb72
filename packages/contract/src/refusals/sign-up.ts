import type { RefusalText } from './refusal-text.ts'

/** New accounts, and what is proved by mail. */
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
} as const satisfies Record<string, RefusalText>
