import { Refusal } from '@posthouse/contract/refusal'
import { hashPassword } from '../../domain/accounts/password.ts'
import type { Account } from '../../domain/accounts/account.ts'
import type { UseUp } from '../../domain/mail/mailed-codes.ts'
import { refusedFields } from '../refused-fields.ts'
import { guessCode } from './security/guess-code.ts'
import { requireDomain } from './mailed.ts'
import type { Call, Handler } from '../call.ts'
import { savedUserOut } from './user-out.ts'

export const register: Handler<'register'> = async ({ body }, call) => {
  const { parts, address, userAgent } = call
  const { settings } = parts.snapshot.get()
  if (!settings.RegisterEnabled || !settings.PasswordRegisterEnabled) {
    throw new Refusal('user.register-closed', {})
  }
  await parts.attempts.count({ whose: 'sign-up', by: { address } })
  const proof = settings.EmailVerificationEnabled ? await proofOf(body, call) : null
  const account = await parts.money.createAccount({
    username: body.username,
    password: await hashPassword(body.password),
    email: proof?.email ?? null,
    inviter: await inviterOf(body.aff_code, call),
    at: parts.clock.now(),
    settings,
    beside: async (transaction) => {
      if (proof !== null && !(await proof.useUp(transaction))) throw codeInvalid()
    },
  })
  if (call.cookie !== '') await parts.sessions.endByCookie(call.cookie)
  call.startSession(await parts.sessions.start(account.id, { address, userAgent }))
  return savedUserOut(account)
}

type Given = {
  readonly email?: string | undefined
  readonly verification_code?: string | undefined
}

/** That the address is the caller's. */
export async function proofOf(
  { email, verification_code: code }: Given,
  call: Call,
): Promise<{ email: string; useUp: UseUp }> {
  if (email === undefined) throw refusedFields({ email: 'user.email' }, call.language)
  if (code === undefined) throw refusedFields({ verification_code: 'user.code' }, call.language)
  requireDomain(email, call)
  const look = () => call.parts.codes.check('verify', email, code)
  const useUp = await guessCode(`verify:${email}`, call, look)
  if (useUp === null) throw codeInvalid()
  return { email, useUp }
}

export const codeInvalid = (): Refusal =>
  new Refusal('user.code-invalid', {}, { field: 'verification_code' })

/** An unknown code is no reason to turn somebody away. Who is signed in invites nobody in the same browser. */
export async function inviterOf(affCode: string, { parts, cookie }: Call): Promise<Account | null> {
  const inviter = await parts.accounts.findInviter(affCode)
  const session = await parts.sessions.find(cookie)
  return session?.account.id === inviter?.id ? null : inviter
}
