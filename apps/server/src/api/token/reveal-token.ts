import { Refusal } from '@posthouse/contract/refusal'
import { keyPlace } from '../../domain/tokens/create-token.ts'
import type { Handler } from '../call.ts'
import { hasRecentPassword } from '../recent-password.ts'
import { ownToken } from './own-token.ts'

/** How long a given password counts as recent. */
const recentMs = 10 * 60_000

export const revealToken: Handler<'revealToken'> = async ({ params }, call) => {
  const { caller, parts } = call
  if (!parts.snapshot.get().settings.TokenKeyReveal) throw new Refusal('token.reveal-off', {})
  const token = await ownToken(params.id, call)
  if (!hasRecentPassword(call, recentMs)) throw new Refusal('auth.recent-sign-in', {})
  const sealed = await parts.tokens.sealedKeyOf(caller.id, token.id)
  if (sealed === null || sealed === '') throw new Refusal('token.not-found', {})
  parts.log.info(
    { user: String(caller.id), tokenId: String(token.id), request: call.requestId },
    'key revealed',
  )
  return { key: parts.seal.open(sealed, keyPlace(token.id)) }
}
