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
  /** Empty: the default. */
  version: z.string(),
})

export const AzureVersionChange = z.object({
  ids: Ids,
  /** The version that the channels have now; those that have another one by now stay. */
  from: z.string().max(200),
  version: ChannelOther.refine((text) => !text.includes('|'), 'field.version').refine(
    (text) => text !== '',
    'field.required',
  ),
})

/** A name as it is in the model list, `*` included. */
export const OfferingQuery = z.object({ model: ModelPattern })

export const OfferingChannel = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  /** Models that it offers besides; without any the model cannot be deleted. */
  others: z.number().int(),
})

export const ModelDeletion = z.object({ ids: Ids, model: ModelPattern })

export const DisabledDeletion = z.object({
  statuses: z
    .array(z.union([z.literal(channelStatus.disabled), z.literal(channelStatus.testDisabled)]))
    .min(1)
    .max(2),
  /** How many the person saw. */
  expected: z.number().int().min(0),
})
