import { isChannelType } from '@posthouse/contract/channel-type-numbers'
import { PriceInput } from '@posthouse/contract/price'
import { z } from 'zod'
import { microsFromMultiplier, multiplierFromMicros } from './multiplier.ts'

export type PriceList = {
  readonly prices: readonly PriceInput[]
  /** Entries that say nothing that could be a price, by the names that they have; empty: none. */
  readonly skipped: readonly string[]
}

/** An entry of a list. Null: it cannot be read. */
export type PriceListEntry = { readonly model: string; readonly price: PriceInput | null }

/**
 * Reads a price list: a list of this product family (an array, or `{data: [...]}`, of multipliers with ratios for further
 * meters), one that this product exported, or models.dev's `api.json` (dollars for a million tokens, by provider).
 * Null: it is none of them.
 */
export function readPriceList(json: unknown): PriceList | null {
  const rows = FamilyList.safeParse(json)
  if (rows.success) return listOf(rows.data.map(fromFamily))
  const byProvider = ModelsDev.safeParse(json)
  return byProvider.success ? listOf(fromModelsDev(byProvider.data)) : null
}

function listOf(read: readonly PriceListEntry[]): PriceList {
  const prices = new Map<string, PriceInput>()
  for (const { price } of read) {
    // The first one of a name is its maker's.
    if (price !== null && !prices.has(price.model)) prices.set(price.model, price)
  }
  const skipped = read.flatMap(({ model, price }) => (price === null ? [model] : []))
  return { prices: [...prices.values()], skipped }
}

const FamilyRow = z.object({
  model: z.string(),
  type: z.string(),
  channel_type: z.number().int().min(0).default(0),
  input: z.union([z.number(), z.string()]),
  output: z.union([z.number(), z.string()]),
  extra_ratios: z.record(z.string(), z.number()).nullish(),
  lines: z.array(z.unknown()).optional(),
})
const rows = z.array(z.unknown()).min(1)
const Named = z.looseObject({ model: z.string() })
const isRow = (row: unknown): boolean => Named.safeParse(row).success
const FamilyList = z
  .union([rows, z.object({ data: rows }).transform(({ data }) => data)])
  .refine((list) => list.some(isRow))

/** Meters by the names that the family has for them, and the side whose price their ratio is of. */
const extras = {
  cached_tokens: ['cache_read', 'input'],
  cached_read_tokens: ['cache_read', 'input'],
  cached_write_tokens: ['cache_write_5m', 'input'],
  input_audio_tokens: ['audio_in', 'input'],
  output_audio_tokens: ['audio_out', 'output'],
  reasoning_tokens: ['reasoning', 'output'],
  input_image_tokens: ['image_in', 'input'],
  output_image_tokens: ['image_out', 'output'],
} as const
type ExtraMeter = keyof typeof extras
const extraNames = Object.keys(extras) as ExtraMeter[]

function fromFamily(row: unknown): PriceListEntry {
  const named = Named.safeParse(row)
  return { model: named.success ? named.data.model.trim() : '', price: familyPrice(row) }
}

function familyPrice(row: unknown): PriceInput | null {
  const read = FamilyRow.safeParse(row)
  if (!read.success) return null
  const { model, type, channel_type: number, extra_ratios: ratios, lines } = read.data
  const sides = { input: decimalOf(read.data.input), output: decimalOf(read.data.output) }
  const plain = {
    model,
    type,
    // A supplier that is not known here prices its models all the same.
    channel_type: isChannelType(number) ? number : 0,
    ...sides,
  }
  const further =
    lines ?? (ratios === null || ratios === undefined ? undefined : linesOf(ratios, sides))
  return checked(
    further === undefined || further.length === 0 ? plain : { ...plain, lines: further },
  )
}

const linesOf = (
  ratios: Readonly<Record<string, number>>,
  sides: { readonly input: string; readonly output: string },
) => {
  const lines = new Map(
    extraNames.flatMap((name) => {
      const ratio = ratios[name]
      const [bucket, side] = extras[name]
      const amount = ratio === undefined ? null : timesRatio(sides[side], ratio)
      return amount === null ? [] : [[bucket, { bucket, amount_micro: amount }] as const]
    }),
  )
  return [...lines.values()]
}

function timesRatio(multiplier: string, ratio: number): string | null {
  if (!/^\d+(\.\d{1,6})?$/.test(multiplier) || !Number.isFinite(ratio) || ratio < 0) return null
  const millionths = microsFromMultiplier(decimalOf(ratio))
  return String((microsFromMultiplier(multiplier) * millionths + 500_000n) / 1_000_000n)
}

const Cost = z.looseObject({
  input: z.number().min(0),
  output: z.number().min(0),
  cache_read: z.number().min(0).optional(),
  cache_write: z.number().min(0).optional(),
  reasoning: z.number().min(0).optional(),
  input_audio: z.number().min(0).optional(),
  output_audio: z.number().min(0).optional(),
})
const ModelsDev = z
  .record(
    z.string(),
    z.looseObject({
      models: z.record(z.string(), z.looseObject({ cost: z.unknown().optional() })),
    }),
  )
  .refine((providers) => Object.keys(providers).length > 0)

/** Providers of models.dev that a channel can be of, makers before resellers. */
const providers: readonly (readonly [name: string, channelType: number])[] = [
  ['openai', 1],
  ['anthropic', 14],
  ['google', 25],
  ['deepseek', 28],
  ['mistral', 30],
  ['xai', 56],
  ['groq', 31],
  ['azure', 3],
  ['amazon-bedrock', 32],
  ['siliconflow', 45],
  ['openrouter', 20],
]

const fromModelsDev = (all: z.output<typeof ModelsDev>): PriceListEntry[] =>
  providers.flatMap(([name, channelType]) =>
    Object.entries(all[name]?.models ?? {}).flatMap(([model, { cost }]) =>
      // A model without a cost is free of charge nowhere: its price is not known.
      cost === undefined ? [] : [{ model, price: fromCost(model, channelType, cost) }],
    ),
  )

const meters = {
  cache_read: 'cache_read',
  cache_write: 'cache_write_5m',
  reasoning: 'reasoning',
  input_audio: 'audio_in',
  output_audio: 'audio_out',
} as const
const meterNames = Object.keys(meters) as (keyof typeof meters)[]

function fromCost(model: string, channelType: number, cost: unknown): PriceInput | null {
  const read = Cost.safeParse(cost)
  if (!read.success) return null
  const lines = meterNames.flatMap((name) => {
    const dollars = read.data[name]
    return dollars === undefined
      ? []
      : [{ bucket: meters[name], amount_micro: String(microsOf(dollars)) }]
  })
  return checked({
    model,
    type: 'tokens',
    channel_type: isChannelType(channelType) ? channelType : 0,
    input: multiplierFromMicros(microsOf(read.data.input)),
    output: multiplierFromMicros(microsOf(read.data.output)),
    ...(lines.length === 0 ? {} : { lines }),
  })
}

/** Dollars for a million tokens as micro-quota a token, at 500 000 units a dollar: $2 is one unit. */
const microsOf = (dollars: number): bigint => (microsFromMultiplier(decimalOf(dollars)) + 1n) / 2n

/** A number of JSON as a decimal with at most six places. */
const decimalOf = (value: number | string): string =>
  typeof value === 'string' ? value.trim() : value.toFixed(6).replace(/\.?0+$/, '')

function checked(price: unknown): PriceInput | null {
  const read = PriceInput.safeParse(price)
  return read.success ? read.data : null
}
