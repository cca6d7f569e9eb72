import { z } from 'zod'
import { priceTypes } from '../pricing/price.ts'
import { Id } from '../scalars.ts'

/** Why a channel, or one of its keys, would not receive a call. */
const rejectionReasons = [
  'disabled',
  'test-disabled',
  'pinned-elsewhere',
  'excluded',
  'state-elsewhere',
  'group',
  'model',
  'token-model',
  'narrower-match',
  'chat-only',
  'operation',
  'model-operation',
  'no-key',
  'key-disabled',
  'unpriced',
  'cooling',
  'key-cooling',
] as const

/** Why a token would be refused before channels are considered. */
const stopReasons = [
  'user-disabled',
  'token-disabled',
  'token-expired',
  'group-closed',
  'token-model',
] as const

export const ExplanationInput = z.object({
  model: z.string().trim().min(1, 'field.invalid').max(200, 'field.invalid'),
  /** Empty for the group of the token, or of its owner. */
  group: z.string().trim().max(50, 'field.invalid').default(''),
  token_id: Id.nullable().default(null),
  /** The path that is called. Empty for the default path for the model's operation. */
  path: z.string().trim().max(500, 'field.invalid').default(''),
})

const place = {
  /** `null` where the reader may not know it. */
  channel_id: z.number().int().nullable(),
  channel: z.string(),
}

const Candidate = z.object({
  ...place,
  /** Position among the channel's keys, from 1. */
  key: z.number().int(),
  priority: z.number().int(),
  weight: z.number().int(),
  /** The probability, from 0 to 1, of being tried next among candidates of the same rank. */
  share: z.number(),
  state: z.enum(['healthy', 'recovering', 'cooling']),
  seconds_left: z.number().int(),
  /** Why a cooling candidate failed. Empty for others, and where the reader may not know it. */
  failure: z.string(),
  forwarded: z.string(),
  price: z.object({
    model: z.string(),
    type: z.enum(priceTypes),
    /** Multipliers, as decimal text. */
    input: z.string(),
    output: z.string(),
  }),
  /** Formats that the request is converted between. `null` when it is forwarded unchanged. */
  translation: z.object({ from: z.string(), to: z.string() }).nullable(),
})

const Rejected = z.object({
  ...place,
  /** `null` for the whole channel. */
  key: z.number().int().nullable(),
  reason: z.enum(rejectionReasons),
  /** Seconds until it may be tried again. 0 when waiting does not help. */
  seconds_left: z.number().int(),
  /** As in a candidate. */
  failure: z.string(),
})

export const Explanation = z.object({
  model: z.string(),
  group: z.string(),
  path: z.string(),
  operation: z.string(),
  /** `null` when the call would reach the channels. */
  stopped: z.enum(stopReasons).nullable(),
  candidates: z.array(Candidate),
  rejected: z.array(Rejected),
})
export type Explanation = z.output<typeof Explanation>
