import { Refusal } from '@posthouse/contract/refusal'
import { hashPassword } from '../../domain/accounts/password.ts'
import type { Account } from '../../domain/accounts/account.ts'
import type { Call, Handler } from '../call.ts'
import { savedUserOut } from './user-out.ts'

export const register: Handler<'register'> = async ({ body }, call) => {
  const { parts, address, userAgent } = call
  const { settings } = parts.snapshot.get()
  if (!settings.RegisterEnabled || !settings.PasswordRegisterEnabled) {
    throw new Refusal('user.register-closed', {})
  }
  await parts.attempts.count({ whose: 'sign-up', by: { address } })
  const account = await parts.money.createAccount({
    username: body.username,
    password: await hashPassword(body.password),
    email: null,
    inviter: await inviterOf(body.aff_code, call),
    at: parts.clock.now(),
    settings,
    beside: async () => undefined,
  })
  if (call.cookie !== '') await parts.sessions.endByCookie(call.cookie)
  call.startSession(await parts.sessions.start(account.id, { address, userAgent }))
  return savedUserOut(account)
}

/** An unknown code is no reason to turn somebody away. Who is signed in invites nobody in the same browser. */
async function inviterOf(affCode: string, { parts, cookie }: Call): Promise<Account | null> {
  const inviter = await parts.accounts.findInviter(affCode)
  const session = await parts.sessions.find(cookie)
  return session?.account.id === inviter?.id ? null : inviter
}
