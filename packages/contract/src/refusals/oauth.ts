import type { RefusalText } from './refusal-text.ts'

export const oauth = {
  'oauth.off': {
    status: 200,
    zh: '本站没有开启 {provider} 登录',
    en: 'Sign-in with {provider} is not enabled on this site',
  },
  'oauth.state-invalid': {
    status: 200,
    zh: '这次登录已过期、已使用，或不是由此浏览器发起的，请重新登录',
    en: 'This sign-in has expired, was already used, or was started in another browser. Start again.',
  },
  'oauth.unreachable': {
    status: 200,
    zh: '{provider} 没有给出可用的回答，请稍后再试',
    en: '{provider} gave no usable answer. Try again later.',
  },
  'oauth.refused': {
    status: 200,
    zh: '{provider} 没有确认这次登录，请重新登录',
    en: '{provider} did not confirm this sign-in. Start again.',
  },
  'oauth.no-identity': {
    status: 200,
    zh: '{provider} 没有说明这是哪个账户',
    en: '{provider} did not say which account this is',
  },
  'oauth.code-invalid': {
    status: 200,
    zh: '验证码错误或已过期，请在公众号重新获取',
    en: 'This code is wrong or has expired. Get a new one from the official account.',
  },
  'oauth.register-closed': {
    status: 200,
    zh: '这个 {provider} 账户还没有绑定本站账户，且本站没有开放注册，请联系管理员',
    en: 'No account here uses this {provider} account, and registration is closed. Ask the administrator for an account.',
  },
  'oauth.sign-in-again': {
    status: 200,
    zh: '请退出后重新登录以继续',
    en: 'Sign out and sign in again to continue',
  },
  'oauth.bound-elsewhere': {
    status: 200,
    zh: '这个 {provider} 账户已绑定到另一个用户',
    en: 'This {provider} account is bound to another user',
  },
  'oauth.already-bound': {
    status: 200,
    zh: '你已绑定另一个 {provider} 账户，请先解绑',
    en: 'Another {provider} account is bound to yours. Unbind it first.',
  },
} as const satisfies Record<string, RefusalText>
