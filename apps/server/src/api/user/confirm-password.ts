import type { Handler } from '../call.ts'
import { requirePassword } from './require-password.ts'

export const confirmPassword: Handler<'confirmPassword'> = async ({ body }, call) => {
  await requirePassword(body.password, call)
  await call.parts.sessions.confirm(call.session.id)
  return null
}
