import { z } from 'zod'
import { priceTypes } from '../pricing/price.ts'
import { Id } from '../scalars.ts'

/** Why a channel, or one of its keys, would not get a call. */
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

/** Why a token would be refused before any channel is looked for. */
const stopReasons = [
  'user-disabled',
  'token-disabled',
  'token-expired',
  'group-closed',
  'token-model',
] as const

export const ExplanationInput = z.object({
  model: z.string().trim().min(1, 'field.invalid').max(200, 'field.invalid'),
  /** Empty: the token's, or its owner's. */
  group: z.string().trim().max(50, 'field.invalid').default(''),
  token_id: Id.nullable().default(null),
  /** The address that is called. Empty: the usual one for the kind of the model. */
  path: z.string().trim().max(500, 'field.invalid').default(''),
})

const place = {
  /** Null where the reader may not know it. */
  channel_id: z.number().int().nullable(),
  channel: z.string(),
}

const Candidate = z.object({
  ...place,
  /** Position among the keys of the channel, from 1. */
  key: z.number().int(),
  priority: z.number().int(),
  weight: z.number().int(),
  /** Chance to be the next one tried among those that come at the same time, 0 to 1. */
  share: z.number(),
  state: z.enum(['healthy', 'recovering', 'cooling']),
  seconds_left: z.number().int(),
  /** What it failed with, of one that cools; empty otherwise, and where the reader may not know it. */
  failure: z.string(),
  forwarded: z.string(),
  price: z.object({
    model: z.string(),
    type: z.enum(priceTypes),
    /** Multipliers, as decimals. */
    input: z.string(),
    output: z.string(),
  }),
  /** Dialects between which the request is translated; null: it goes on as it came. */
  translation: z.object({ from: z.string(), to: z.string() }).nullable(),
})

const Rejected = z.object({
  ...place,
  /** Null: the whole channel. */
  key: z.number().int().nullable(),
  reason: z.enum(rejectionReasons),
  /** Until it may be tried again; 0 where that is not a matter of time. */
  seconds_left: z.number().int(),
  /** As of a candidate. */
  failure: z.string(),
})

export const Explanation = z.object({
  model: z.string(),
  group: z.string(),
  path: z.string(),
  operation: z.string(),
  /** Null: the call would get as far as the channels. */
  stopped: z.enum(stopReasons).nullable(),
  candidates: z.array(Candidate),
  rejected: z.array(Rejected),
})
export type Explanation = z.output<typeof Explanation>
