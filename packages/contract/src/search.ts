import { z } from 'zod'

/** How many of a kind a search answers, the likeliest first. */
export const searchMax = 8

/** What a search finds. Users and channels are empty below an administrator; tokens are the caller's own. */
export const SearchResult = z.object({
  users: z.array(
    z.object({ id: z.number().int(), username: z.string(), display_name: z.string() }),
  ),
  channels: z.array(z.object({ id: z.number().int(), name: z.string(), status: z.number().int() })),
  tokens: z.array(z.object({ id: z.number().int(), name: z.string() })),
  models: z.array(z.object({ id: z.string() })),
})
export type SearchResult = z.output<typeof SearchResult>
