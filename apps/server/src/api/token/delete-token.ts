import type { Handler } from '../call.ts'
import { ownToken } from './own-token.ts'

export const deleteToken: Handler<'deleteToken'> = async ({ params }, call) => {
  const { parts } = call
  const token = await ownToken(params.id, call)
  const gone = { deleted_at: BigInt(parts.clock.now()), key_sealed: '' }
  await parts.snapshot.changeIdentity(
    (transaction) => parts.tokens.update(transaction, token, gone),
    () => parts.keys.dropToken(token.id),
  )
  return null
}
