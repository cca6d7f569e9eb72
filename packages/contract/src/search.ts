import { z } from 'zod'

/** The most results of each kind, best match first. */
export const searchMax = 8

/** Users and channels are empty unless the caller is an administrator. Tokens are the caller's own. */
export const SearchResult = z.object({
  users: z.array(
    z.object({ id: z.number().int(), username: z.string(), display_name: z.string() }),
  ),
  channels: z.array(z.object({ id: z.number().int(), name: z.string(), status: z.number().int() })),
  tokens: z.array(z.object({ id: z.number().int(), name: z.string() })),
  models: z.array(z.object({ id: z.string() })),
})
export type SearchResult = z.output<typeof SearchResult>
