import type { RefusalText } from './refusal-text.ts'

export const access = {
  'auth.signed-out': {
    status: 401,
    zh: '未登录，或登录已失效',
    en: 'You are not signed in, or the session has ended',
  },
  'auth.wrong-credentials': {
    status: 200,
    zh: '用户名或密码错误',
    en: 'Wrong username or password',
  },
  'auth.user-disabled': { status: 200, zh: '该用户已被禁用', en: 'This user is disabled' },
  'auth.password-login-closed': {
    status: 200,
    zh: '管理员关闭了密码登录',
    en: 'Password sign-in is turned off',
  },
  'auth.role-too-low': {
    status: 403,
    zh: '权限不足：需要{role}',
    en: 'This needs the role {role}',
  },
  'auth.second-factor': {
    status: 200,
    zh: '请输入身份验证器中的验证码以继续',
    en: 'Enter the code from your authenticator app to continue',
  },
  'auth.second-step-over': {
    status: 200,
    zh: '验证已超时或尝试次数过多，请重新登录',
    en: 'This sign-in has expired or had too many wrong codes. Sign in again.',
  },
  'second-factor.wrong-code': {
    status: 200,
    zh: '验证码错误、已过期或已使用，请输入新的验证码',
    en: 'This code is wrong, expired or already used. Enter a new one.',
  },
  'second-factor.on': {
    status: 200,
    zh: '身份验证器已启用，更换前请先停用',
    en: 'An authenticator app is already set up. Remove it before you set up another.',
  },
  'second-factor.off': {
    status: 200,
    zh: '尚未启用身份验证器',
    en: 'No authenticator app is set up',
  },
  'turnstile.failed': {
    status: 200,
    zh: '未通过 Turnstile 校验，请重新完成校验后再试',
    en: 'The Turnstile check was not passed. Complete it again, then retry.',
  },
  'turnstile.down': {
    status: 200,
    zh: '无法连接 Turnstile 校验服务，请稍后重试',
    en: 'The Turnstile service cannot be reached. Try again later.',
  },
  'passkey.invalid': {
    status: 200,
    zh: '无法使用此通行密钥：它不属于本站、已被删除，或操作已超时。请重试',
    en: 'This passkey cannot be used: it is not from this site, was deleted, or the request expired. Try again.',
  },
  'passkey.not-found': { status: 200, zh: '通行密钥不存在', en: 'Passkey not found' },
  'passkey.too-many': {
    status: 200,
    zh: '最多只能有 {limit} 个通行密钥，请先删除一些',
    en: 'You can have at most {limit} passkeys. Delete some first.',
  },
  'auth.recent-sign-in': {
    status: 200,
    zh: '请先验证身份以继续',
    en: 'Confirm that it is you to continue',
  },
  'auth.session-only': {
    status: 403,
    zh: '访问令牌不能执行此操作，请在浏览器中登录后操作',
    en: 'Access tokens cannot do this. Sign in with a browser instead.',
  },
  'session.not-found': {
    status: 200,
    zh: '该会话不存在或已结束',
    en: 'Session not found, or it has already ended',
  },
  'access-token.not-found': {
    status: 200,
    zh: '访问令牌不存在',
    en: 'Access token not found',
  },
  'access-token.too-many': {
    status: 200,
    zh: '最多只能有 {limit} 个访问令牌，请先删除一些',
    en: 'You can have at most {limit} access tokens. Delete some first.',
  },
  'auth.same-origin': {
    status: 403,
    zh: '请求来源不符：仅接受本站页面的修改请求',
    en: 'Refused: changes are accepted from pages of this site only',
  },
  'auth.too-many-attempts': {
    status: 429,
    zh: '尝试次数过多，请在 {seconds} 秒后重试',
    en: 'Too many attempts, try again in {seconds} seconds',
  },
  'user.wrong-password': { status: 200, zh: '当前密码错误', en: 'The current password is wrong' },
  'user.level': {
    status: 200,
    zh: '不能修改同级或更高级别的用户',
    en: 'You cannot change a user of the same or a higher level',
  },
  'user.own': {
    status: 200,
    zh: '这是你自己的账户，请在个人设置中修改',
    en: 'This is your own account; change it in your profile',
  },
  'user.changed': {
    status: 200,
    zh: '此用户的信息刚刚有变动，请刷新后再修改',
    en: 'This user has changed in the meantime. Reload before you change it',
  },
  'user.already-administrator': {
    status: 200,
    zh: '该用户已经是管理员',
    en: 'This user is an administrator already',
  },
  'user.already-ordinary': {
    status: 200,
    zh: '该用户已经是普通用户',
    en: 'This user is an ordinary user already',
  },
  'user.last-way-in': {
    status: 200,
    zh: '这是最后一种登录方式，解绑前请先设置密码或绑定其他账户',
    en: 'This is the last way to sign in. Set a password or bind another account first.',
  },
  'user.not-bound': { status: 200, zh: '尚未绑定该账户', en: 'No such account is bound' },
  'user.not-found': { status: 200, zh: '用户不存在', en: 'User not found' },
} as const satisfies Record<string, RefusalText>
