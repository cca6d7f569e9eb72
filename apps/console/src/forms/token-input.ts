import { TokenInput, TokenLimits } from '@posthouse/contract/token'
import { z } from 'zod'

/** What a form takes where the operator allows so many entries in a list. */
export function tokenInputWithin(entries: number) {
  const { models, addresses } = TokenLimits.shape
  const limits = TokenLimits.extend({
    models: z.array(models.unwrap().element).max(entries).default([]),
    addresses: z.array(addresses.unwrap().element).max(entries).default([]),
  })
  return TokenInput.extend({ limits: limits.default(() => TokenLimits.parse({})) })
}
