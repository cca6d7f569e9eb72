import { signIn } from '../../domain/accounts/sign-in.ts'
import type { Handler } from '../call.ts'
import { savedUserOut } from './user-out.ts'

export const login: Handler<'login'> = async ({ body }, call) => {
  const { parts, address, userAgent } = call
  const closed = !parts.snapshot.get().settings.PasswordLoginEnabled
  const session = await parts.sessions.find(call.cookie)
  const account = await signIn({ ...body, address, session, closed }, parts)
  // A new session every time: a cookie planted before the sign-in is worth nothing after it.
  if (call.cookie !== '') await parts.sessions.endByCookie(call.cookie)
  call.startSession(await parts.sessions.start(account.id, { address, userAgent }))
  return savedUserOut(account)
}
