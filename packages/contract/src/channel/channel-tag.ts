import { z } from 'zod'
import { listQuery } from '../list.ts'
import { filterText, QuotaUnits } from '../scalars.ts'

export const ChannelTag = z.object({
  id: z.string(),
  channels: z.number().int(),
  enabled: z.number().int(),
  /** Names of the first channels, by id. */
  names: z.array(z.string()),
  types: z.array(z.number().int()),
  groups: z.array(z.string()),
  models: z.array(z.string()),
  used_quota: QuotaUnits,
})
export type ChannelTag = z.output<typeof ChannelTag>

export const channelTagSorts = ['tag', 'channels', 'models', 'used_quota'] as const
export type ChannelTagSort = (typeof channelTagSorts)[number]

export const ChannelTagQuery = listQuery(channelTagSorts, { keyword: filterText(32) })
