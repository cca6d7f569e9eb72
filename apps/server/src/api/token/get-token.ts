import type { Handler } from '../call.ts'
import { ownToken } from './own-token.ts'
import { tokenOut } from './token-out.ts'

export const getToken: Handler<'getToken'> = async ({ params }, call) =>
  tokenOut(await ownToken(params.id, call), call.parts.clock.now())
