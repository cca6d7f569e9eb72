import type { Token as TokenOut } from '@posthouse/contract/token'
import { previewOf } from '../../domain/tokens/key.ts'
import { statusOf } from '../../domain/tokens/token.ts'
import type { TokenWithFigures } from '../../domain/tokens/token-noun.ts'
import type { SignedCall } from '../call.ts'
import { idOut, quotaOut, secondsOut } from '../present.ts'

export const tokenOut = (token: TokenWithFigures, now: number): TokenOut => ({
  id: idOut(token.id),
  name: token.name,
  status: statusOf(token, token.unspent, now),
  key_preview: previewOf(token),
  used_quota: quotaOut(token.used),
  remain_quota: quotaOut(token.remaining),
  unlimited_quota: token.unlimited,
  cache: token.cache,
  cost_in_answer: token.costInAnswer,
  group: token.group,
  limits: token.limits,
  created_time: secondsOut(token.createdAt, 0),
  accessed_time: secondsOut(token.accessedAt, 0),
  expired_time: secondsOut(token.expiresAt, -1),
})

export function tokensOut(tokens: readonly TokenWithFigures[], { parts }: SignedCall): TokenOut[] {
  const now = parts.clock.now()
  return tokens.map((token) => tokenOut(token, now))
}
