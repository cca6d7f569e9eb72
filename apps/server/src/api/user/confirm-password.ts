import type { Handler } from '../call.ts'
import { requirePassword } from './require-password.ts'
import { requirePasskey } from './security/passkey-calls.ts'
import { requireCode } from './security/require-code.ts'

export const confirmPassword: Handler<'confirmPassword'> = async ({ body }, call) => {
  if (body.code !== undefined) await requireCode(call.caller.id, body.code, call)
  else if (body.passkey !== undefined) await requirePasskey(body.passkey, call.caller.id, call)
  else await requirePassword(body.password ?? '', call)
  await call.parts.sessions.confirm(call.session.id)
  return null
}
