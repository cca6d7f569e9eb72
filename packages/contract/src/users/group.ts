import { z } from 'zod'

export const Group = z.object({
  symbol: z.string(),
  name: z.string(),
  /** Decimal text. */
  ratio: z.string(),
  api_rate: z.number().int(),
  public: z.boolean(),
})
export type Group = z.output<typeof Group>
