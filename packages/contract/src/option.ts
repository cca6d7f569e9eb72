import { z } from 'zod'

export const Option = z.object({
  key: z.string(),
  /** Empty for secrets, whatever is stored. */
  value: z.string(),
  default: z.string(),
  secret: z.boolean(),
})
export type Option = z.output<typeof Option>

export const OptionChange = z.object({
  key: z.string().min(1).max(100),
  value: z.string().max(500_000),
})
