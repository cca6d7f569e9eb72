import { z } from 'zod'
import { isChannelType } from '../channel/channel-type-numbers.ts'
import { whenMissing } from '../when-missing.ts'
import { nameOf, Seconds } from '../scalars.ts'

export const priceTypes = ['tokens', 'times'] as const

/** A decimal multiplier typed by a person: at most six places, kept as text so that no float touches it. */
export const multiplier = (message: 'price.input' | 'price.output') =>
  z
    .union([z.string(), z.number()], { error: whenMissing(message) })
    .transform((value) => String(value).trim())
    .refine((text) => !text.startsWith('-'), { error: message })
    .refine((text) => /^\d{1,9}(\.\d{1,6})?$/.test(text), { error: 'field.multiplier' })

/** Those of usage, and the call itself. */
const priceBuckets = [
  'input',
  'output',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'reasoning',
  'audio_in',
  'audio_out',
  'image_in',
  'image_out',
  'call',
] as const

/** A line as `Price` shows it. What is only for the eye is not read. */
const PriceLineInput = z.object({
  bucket: z.enum(priceBuckets, { error: 'field.invalid' }),
  amount_micro: z.string().regex(/^\d{1,15}$/, 'field.whole'),
  from_input_tokens: z.number().int('field.whole').min(1).optional(),
  tier: z
    .string()
    .regex(/^[\w-]{1,32}$/, 'field.invalid')
    .optional(),
})

export const PriceInput = z.object({
  model: nameOf('price.model')
    .max(200)
    .refine((name) => !name.includes('*') || /^[^*]+\*$/.test(name), { error: 'field.wildcard' }),
  type: z.enum(priceTypes, { error: 'price.type' }),
  channel_type: z
    .number({ error: whenMissing('price.channel-type') })
    .int()
    .min(0, 'price.channel-type')
    // 0: whatever the type.
    .refine((type) => type <= 0 || isChannelType(type), { error: 'channel.type-unknown' }),
  input: multiplier('price.input'),
  output: multiplier('price.output'),
  locked: z.boolean().optional().describe('Absent: as it was; of a new entry, false.'),
  lines: z
    .array(PriceLineInput)
    .max(200)
    .optional()
    .describe(
      'Of other buckets, of context bands, of service tiers. What input and output say is not read from here. Absent: cached input is priced at the published ratio of the model or its supplier.',
    ),
})
export type PriceInput = z.output<typeof PriceInput>

/** One bucket of usage and what a million of its units cost, in micro-quota a unit. */
export const PriceLine = z.object({
  bucket: z.enum(priceBuckets),
  unit: z.enum(['token', 'call']),
  amount_micro: z.string().describe('Micro-quota a unit, a whole number'),
  dollars_per_million: z.string().describe('For the eye'),
  from_input_tokens: z
    .number()
    .int()
    .optional()
    .describe('The line holds from so many input tokens of a request on. Absent: always.'),
  tier: z
    .string()
    .optional()
    .describe(
      'The line holds for answers of this service tier. Absent: of any that has no line of its own.',
    ),
})
export type PriceLine = z.output<typeof PriceLine>

/** `own`: somebody typed it. `imported`: it was fetched from an address. `default`: it came with this version. */
export const priceOrigins = ['own', 'imported', 'default'] as const

export const Price = z.object({
  /** 0: of no entry of its own, such as a draft. */
  id: z.number().int(),
  model: z.string(),
  type: z.enum(priceTypes),
  channel_type: z.number().int(),
  /** Multipliers: 1 is $0.002 for 1 000 tokens. Decimal text. */
  input: z.string(),
  output: z.string(),
  lines: z.array(PriceLine),
  source: z.string(),
  origin: z.enum(priceOrigins),
  /** A fetched list does not change it. */
  locked: z.boolean(),
  updated_time: Seconds,
})
export type Price = z.output<typeof Price>

export const PriceMatch = z.object({
  model: z.string(),
  /** The entry that prices it; null when nothing does. */
  price: Price.nullable(),
  /** The published price of a name that nothing prices. Null: none is known. */
  published: Price.nullable(),
})
export type PriceMatch = z.output<typeof PriceMatch>
