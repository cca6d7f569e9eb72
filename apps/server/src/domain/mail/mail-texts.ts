/*
 * Each mail says everything in Chinese and then in English: who reads it, and in which language, is not known.
 */

type Site = { readonly name: string; readonly address: string }
type Text = { readonly subject: string; readonly text: string }

const both = (zh: readonly string[], en: readonly string[]): string =>
  `${[...zh, '', ...en].join('\n')}\n`

export const codeMail = (code: string, minutes: number, { name }: Site): Text => ({
  subject: `${name}: ${code} 是你的验证码 / is your verification code`,
  text: both(
    [
      `你在 ${name} 的验证码是：${code}`,
      `${minutes} 分钟内有效。如果不是你本人操作，请忽略此邮件。`,
    ],
    [
      `Your verification code for ${name} is: ${code}`,
      `It is valid for ${minutes} minutes. If you did not ask for it, ignore this e-mail.`,
    ],
  ),
})

/** In place of a code that somebody asked for. */
export const takenMail = ({ name, address }: Site): Text => ({
  subject: `${name}: 该邮箱已注册 / This address already has an account`,
  text: both(
    [
      `有人为此邮箱在 ${name} 申请了验证码，但此邮箱已有账户，所以没有发送验证码。`,
      '如果是你本人操作，请直接登录；忘记密码时可以在登录页重置。如果不是，请忽略此邮件。',
      address,
    ],
    [
      `A verification code for this address was requested on ${name}. The address already has an account, so no code was sent.`,
      'If it was you, sign in, or reset your password on the sign-in page. If not, ignore this e-mail.',
      address,
    ],
  ),
})

export const resetMail = (link: string, minutes: number, { name }: Site): Text => ({
  subject: `${name}: 重置密码 / Reset your password`,
  text: both(
    [
      `打开下面的链接，为你在 ${name} 的账户设置新密码：`,
      link,
      `${minutes} 分钟内有效，只能使用一次。如果不是你本人操作，请忽略此邮件，密码不会改变。`,
    ],
    [
      `Open this link to choose a new password for your account on ${name}:`,
      link,
      `It is valid for ${minutes} minutes and works once. If you did not ask for it, ignore this e-mail: your password stays as it is.`,
    ],
  ),
})

export const lowBalanceMail = (balance: string, { name, address }: Site): Text => ({
  subject: `${name}: 余额不足 / Your balance is low`,
  text: both(
    [`你在 ${name} 的余额还剩 ${balance}。用完后调用会被拒绝，请及时充值。`, address],
    [
      `Your balance on ${name} is down to ${balance}. Calls are refused once it is used up, so top up in time.`,
      address,
    ],
  ),
})

export const topUpMail = (
  { amount, balance }: { readonly amount: string; readonly balance: string },
  { name, address }: Site,
): Text => ({
  subject: `${name}: 充值到账 / Your balance was topped up`,
  text: both(
    [`你在 ${name} 的账户到账 ${amount}，现在余额为 ${balance}。`, address],
    [`${amount} was added to your balance on ${name}. It is now ${balance}.`, address],
  ),
})

export const testMail = ({ name }: Site): Text => ({
  subject: `${name}: 测试邮件 / Test e-mail`,
  text: both([`${name} 的邮件设置可以使用。`], [`The mail settings of ${name} work.`]),
})
