import type { Handler } from '../call.ts'

export const logout: Handler<'logout'> = async (_input, call) => {
  if (call.cookie !== '') await call.parts.sessions.endByCookie(call.cookie)
  call.endSession()
  return null
}
