import { rotated } from '../../domain/tokens/create-token.ts'
import { newKey } from '../../domain/tokens/key.ts'
import type { Handler } from '../call.ts'
import { ownToken } from './own-token.ts'
import { tokenOut } from './token-out.ts'

export const rotateToken: Handler<'rotateToken'> = async ({ params }, call) => {
  const { parts } = call
  const token = await ownToken(params.id, call)
  const key = newKey()
  await parts.snapshot.changeIdentity(
    (transaction) => parts.tokens.update(transaction, token, rotated(token.id, key, parts.seal)),
    () => parts.keys.dropToken(token.id),
  )
  return { ...tokenOut(await ownToken(params.id, call), parts.clock.now()), key }
}
