import { z } from 'zod'
import { bulkIdsMax } from '../bulk.ts'
import { Id } from '../scalars.ts'
import { channelStatus } from './channel.ts'
import { ModelPattern } from './channel-input.ts'
import { ChannelOther } from './channel-texts.ts'

const Ids = z.array(Id).min(1).max(bulkIdsMax)

export const AzureChannel = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  /** Empty for the default. */
  version: z.string(),
})

export const AzureVersionChange = z.object({
  ids: Ids,
  /** The channels' current version. Channels that have another by now stay unchanged. */
  from: z.string().max(200),
  version: ChannelOther.refine((text) => !text.includes('|'), 'field.version').refine(
    (text) => text !== '',
    'field.required',
  ),
})

/** A name as in the model list, including `*`. */
export const OfferingQuery = z.object({ model: ModelPattern })

export const OfferingChannel = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  /** How many other models it offers. With none, the model cannot be deleted. */
  others: z.number().int(),
})

export const ModelDeletion = z.object({ ids: Ids, model: ModelPattern })

export const DisabledDeletion = z.object({
  statuses: z
    .array(z.union([z.literal(channelStatus.disabled), z.literal(channelStatus.testDisabled)]))
    .min(1)
    .max(2),
  /** The number of channels that the caller saw. */
  expected: z.number().int().min(0),
})
