import type { Handler } from '../call.ts'
import { tokenOut } from './token-out.ts'

export const listTokens: Handler<'listTokens'> = async ({ query }, { caller, parts }) => {
  const now = parts.clock.now()
  const { tokens, total } = await parts.tokens.list(caller.id, query, now)
  return {
    data: tokens.map((token) => tokenOut(token, now)),
    page: query.page,
    size: query.size,
    total_count: total,
  }
}
