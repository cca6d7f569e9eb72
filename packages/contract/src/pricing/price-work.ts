import { z } from 'zod'
import { isChannelType } from '../channel/channel-type-numbers.ts'
import { saysSomething } from '../bulk.ts'
import { listQuery } from '../list.ts'
import { modelOperations } from '../model-facts.ts'
import { filterText, Seconds } from '../scalars.ts'
import { whenMissing } from '../when-missing.ts'
import { ListedPrice, Price, PriceInput, priceOrigins, priceTypes } from './price.ts'

const modelsMost = 5_000
export const Models = z.array(z.string().min(1).max(200)).min(1, 'price.model').max(modelsMost)

/** `-10` lowers prices by 10 %, `20` raises them by 20 %. No price becomes negative. */
const Percent = z
  .string({ error: whenMissing('price.percent') })
  .trim()
  .regex(/^-?\d{1,4}(\.\d{1,2})?$/, 'price.percent')
  .refine((text) => Number(text) >= -100 && Number(text) !== 0, { error: 'price.percent' })

export const PriceBulkChange = z
  .object({
    percent: Percent.optional().describe('Changes every amount of every line'),
    channel_type: z
      .number()
      .int()
      .min(0, 'price.channel-type')
      .refine((type) => type === 0 || isChannelType(type), { error: 'channel.type-unknown' })
      .optional(),
    locked: z.boolean().optional(),
  })
  .refine(saysSomething, { error: 'field.required' })
export type PriceBulkChange = z.output<typeof PriceBulkChange>

/** `batch` can be passed to `undoPrices`. `null` when nothing was changed. */
export const PricesChanged = z.object({
  changed: z.number().int(),
  batch: z.string().nullable(),
})

/** Entries from a form, each with the name that it had before. */
export const PriceSheet = z.object({
  prices: z
    .array(
      z.object({
        was: z.string().max(200),
        price: PriceInput,
        lines_as_sent: z
          .boolean()
          .optional()
          .describe(
            'True: all lines are stored as sent. Absent: cached input at the published ratio follows a new price of input.',
          ),
      }),
    )
    .min(1)
    .max(modelsMost),
})

/** The changes to be saved: a sheet, or a change of many entries. */
export const PricePreviewBody = PriceSheet.partial().extend({
  models: Models.optional(),
  change: PriceBulkChange.optional(),
})

/** `null` when there is no such entry. */
export const PreviewedPrice = z.object({
  before: Price.nullable(),
  after: Price.nullable(),
})
export type PreviewedPrice = z.output<typeof PreviewedPrice>

/**
 * `add`: only models without an entry. `update`: only models with one. `overwrite`: the list replaces the price book.
 */
export const syncModes = ['add', 'update', 'overwrite'] as const
export type SyncMode = (typeof syncModes)[number]

export const PriceDifference = z.object({
  model: z.string(),
  kind: z.enum(['new', 'changed', 'same', 'gone']),
  before: Price.nullable(),
  after: Price.nullable(),
  /**
   * New price divided by old, of input, output or the call, on the day with the greatest change in either direction.
   * `null` for changes from or to free.
   */
  factor: z.number().nullable(),
  /** More than five times as much, or less than a fifth. */
  suspicious: z.boolean(),
})
export type PriceDifference = z.output<typeof PriceDifference>

export const FetchedPrices = z.object({
  source: z.string(),
  differences: z.array(PriceDifference),
  /** The input of `syncPrices`. */
  prices: z.array(ListedPrice),
  /** The number of entries that could not be read, with or without a name. */
  skipped: z.number().int(),
})
export type FetchedPrices = z.output<typeof FetchedPrices>

/**
 * How an entry matches a name: exactly, as a dated release of it, by its prefix, or as the default for unpriced models.
 */
export const priceFits = ['exact', 'release', 'wildcard', 'default'] as const

export const PriceExplanation = z.object({
  model: z.string(),
  /** `null` when calls of the model are refused. */
  winner: z.object({ price: Price, fit: z.enum(priceFits) }).nullable(),
  losers: z.array(z.object({ price: Price, fit: z.enum(priceFits) })),
  /** Channels that serve the name, and the name used for pricing. */
  channels: z.array(z.object({ id: z.number().int(), name: z.string(), priced: z.string() })),
})
export type PriceExplanation = z.output<typeof PriceExplanation>

export const PricePreview = z.object({
  price: Price,
  /** The model's operation, as far as it is known. */
  operation: z.enum(modelOperations),
  /** A typical call, in tokens. If tokens are free: one call, 1 000 characters or a minute. */
  usage: z.object({
    of: z.enum(['token', 'call', 'character', 'second']),
    input: z.number().int(),
    cached: z.number().int(),
    output: z.number().int(),
  }),
  groups: z.array(
    z.object({ symbol: z.string(), name: z.string(), ratio: z.string(), quota: z.number() }),
  ),
})
export type PricePreview = z.output<typeof PricePreview>

export const UnpricedModel = z.object({
  model: z.string(),
  channels: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** The supplier of the first of them. */
  channel_type: z.number().int(),
  /** The published price of the name. `null` when none is known. */
  published: Price.nullable(),
})
export type UnpricedModel = z.output<typeof UnpricedModel>

export const priceCauses = [
  'typed',
  'channel',
  'bulk',
  'sync',
  'deleted',
  'undo',
  'release',
] as const

export const PriceChange = z.object({
  id: z.number().int(),
  batch: z.string(),
  time: Seconds,
  cause: z.enum(priceCauses),
  /** Empty when it was not a user, for example on the command line. */
  actor: z.string(),
  revision: z.number().int(),
  before: Price.nullable(),
  after: Price.nullable(),
})
export type PriceChange = z.output<typeof PriceChange>

export const priceSorts = [
  'model',
  'type',
  'channel_type',
  'input',
  'output',
  'updated_time',
] as const

/** The filter of a list of prices. The call returns all of them, and the console filters. */
export const PriceQuery = listQuery(priceSorts, {
  keyword: filterText(200),
  channel_type: z.coerce.number().int().min(0).optional(),
  type: z.enum(priceTypes).optional(),
  origin: z.enum(priceOrigins).optional(),
  locked: z.enum(['true', 'false']).optional(),
})
