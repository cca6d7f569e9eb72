import { signIn } from '../../domain/accounts/sign-in.ts'
import type { Handler } from '../call.ts'
import { beginSession } from './security/begin-session.ts'
import { askForSecondStep } from './security/second-step.ts'

export const login: Handler<'login'> = async ({ body }, call) => {
  const { parts, address } = call
  const closed = !parts.snapshot.get().settings.PasswordLoginEnabled
  const session = await parts.sessions.find(call.cookie)
  const account = await signIn({ ...body, address, session, closed }, parts)
  await askForSecondStep(account, call)
  return beginSession(account, call)
}
