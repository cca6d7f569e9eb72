import { readFileSync } from 'node:fs'
import type { Insertable } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../db/tables.ts'
import { microsFromMultiplier } from './multiplier.ts'
import type { StoredLine } from './price-row.ts'

const Dollars = z.string().regex(/^\d+(\.\d{1,6})?$/)

const Rates = z.strictObject({
  input: Dollars,
  output: Dollars,
  cacheRead: Dollars.optional(),
  cacheWrite5m: Dollars.optional(),
  cacheWrite1h: Dollars.optional(),
  audioIn: Dollars.optional(),
  audioOut: Dollars.optional(),
  imageIn: Dollars.optional(),
  imageOut: Dollars.optional(),
  /** For one call: each picture, each search. */
  call: Dollars.optional(),
  /** For a million characters. */
  characters: Dollars.optional(),
  /** Sound, by the minute or the hour as its supplier publishes it. */
  minute: Dollars.optional(),
  hour: Dollars.optional(),
})
type Rates = z.output<typeof Rates>

/** The price of the whole request from so many input tokens on. */
const Band = Rates.extend({ fromInputTokens: z.number().int().positive() })

const Tiers = z
  .array(
    z.strictObject({
      /** Every word that the supplier answers with, as `tierWord` writes it. */
      names: z.array(z.string()).nonempty(),
      price: Rates,
      above: Band.optional(),
    }),
  )
  .default([])

/** Prices that take the place of others from the start of a day in UTC on. What it leaves out stays. */
const Change = z.strictObject({
  from: z.iso.date(),
  price: Rates.partial().default({}),
  above: Band.optional(),
  tiers: Tiers,
})

const Entry = z.strictObject({
  model: z.string(),
  channelType: z.number().int(),
  /** Other names of the model. One with a slash is OpenRouter's. */
  also: z.array(z.string()).default([]),
  price: Rates,
  above: Band.optional(),
  /** Prices of some kinds of a call. */
  kinds: z
    .array(z.strictObject({ attributes: z.record(z.string(), z.string()), call: Dollars }))
    .default([]),
  tiers: Tiers,
  changes: z.array(Change).default([]),
  /** The day on which the supplier shuts the model down. It makes no difference to the price. */
  shutdown: z.iso.date().optional(),
  note: z.string().optional(),
  source: z.string(),
  /** The day on which the figures were compared with the source. */
  date: z.iso.date(),
})
export type DefaultPrice = z.output<typeof Entry>

const File = z.strictObject({ about: z.string(), entries: z.array(Entry) })

/** default-prices.json, as it is written. */
export function publishedPrices(): readonly DefaultPrice[] {
  const text = readFileSync(new URL('./default-prices.json', import.meta.url), 'utf8')
  return File.parse(JSON.parse(text)).entries
}

/** The prices that a new installation begins with, as rows. */
export const defaultPrices = (at: number): Insertable<Tables['prices']>[] =>
  publishedPrices().flatMap((entry) =>
    [entry.model, ...entry.also].map((model) => ({
      model,
      type: isByCall(entry.price) ? 'times' : 'tokens',
      channel_type: BigInt(
        entry.also.includes(model) && model.includes('/') ? openRouter : entry.channelType,
      ),
      input_micros: isByCall(entry.price)
        ? microsFromMultiplier(entry.price.call) * thousandsADollar
        : microsFromDollars(entry.price.input),
      output_micros: microsFromDollars(entry.price.output),
      lines: JSON.stringify(linesOf(entry)),
      source: sourceOf(entry),
      locked: 0n,
      updated_at: BigInt(at),
    })),
  )

const openRouter = 20

/** Nothing but the call has a price. */
const isByCall = (rates: Rates): rates is Rates & { readonly call: string } => {
  const { call, ...further } = rates
  return call !== undefined && Object.values(further).every((each) => each === '0')
}

/** The multiplier of a call is in thousands of units. */
const thousandsADollar = 500n

/** Never empty: that is how a price that somebody typed is told from ours. */
function sourceOf({ source, date, shutdown, note }: DefaultPrice): string {
  const when = shutdown === undefined ? date : `${date}, model shuts down on ${shutdown}`
  return `${source} (${when})${note === undefined ? '' : `. ${note}`}`
}

/**
 * Dollars for a million tokens in micro-quota a token, at 500 000 units a dollar: $2 is one unit.
 * Half a micro-quota does not exist; the published figures have at most six decimals, so that one
 * dollar-millionth is rounded up to the next whole micro-quota.
 */
const microsFromDollars = (dollars: string): bigint => (microsFromMultiplier(dollars) + 1n) / 2n

function linesOf({ price, above, kinds, tiers, changes }: DefaultPrice): StoredLine[] {
  const { input: _input, output: _output, call, ...further } = price
  return [
    ...linesFor(isByCall(price) || call === undefined ? further : { ...further, call }, {}),
    ...kinds.map(({ call: dollars, attributes }) => ({
      bucket: 'call' as const,
      amount: String(microsOf.call(dollars)),
      attributes: Object.fromEntries(
        Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
    })),
    ...bandLines(above, {}),
    ...tierLines(tiers, {}),
    ...changes.flatMap(({ from: day, ...change }) => {
      const from = Date.parse(day) / 1_000
      return [
        ...linesFor(change.price, { from }),
        ...bandLines(change.above, { from }),
        ...tierLines(change.tiers, { from }),
      ]
    }),
  ]
}

type Condition = Pick<StoredLine, 'tier' | 'fromInputTokens' | 'from'>

const tierLines = (tiers: DefaultPrice['tiers'], when: Condition): StoredLine[] =>
  tiers.flatMap(({ names, price, above }) =>
    names.flatMap((tier) => [
      ...linesFor(price, { ...when, tier }),
      ...bandLines(above, { ...when, tier }),
    ]),
  )

const bandLines = (band: z.output<typeof Band> | undefined, when: Condition): StoredLine[] => {
  if (band === undefined) return []
  const { fromInputTokens, ...rates } = band
  return linesFor(rates, { ...when, fromInputTokens })
}

/** $1 is 500 000 units, and what is for a minute or an hour is rounded up to the next micro-quota a second. */
const microsOf = {
  call: (dollars: string): bigint => microsFromMultiplier(dollars) * 500_000n,
  minute: (dollars: string): bigint => (microsOf.call(dollars) + 59n) / 60n,
  hour: (dollars: string): bigint => (microsOf.call(dollars) + 3_599n) / 3_600n,
} as const

const microsIn = (name: keyof Rates, dollars: string): bigint =>
  name === 'call' || name === 'minute' || name === 'hour'
    ? microsOf[name](dollars)
    : microsFromDollars(dollars)

const buckets: Readonly<Record<keyof Rates, StoredLine['bucket']>> = {
  input: 'input',
  output: 'output',
  cacheRead: 'cache_read',
  cacheWrite5m: 'cache_write_5m',
  cacheWrite1h: 'cache_write_1h',
  audioIn: 'audio_in',
  audioOut: 'audio_out',
  imageIn: 'image_in',
  imageOut: 'image_out',
  call: 'call',
  characters: 'character',
  minute: 'second',
  hour: 'second',
}
const names = Object.keys(Rates.shape) as (keyof Rates)[]

/** Fields in the order that entries from the API have, so that the same lines are the same text. */
const linesFor = (
  rates: { readonly [Name in keyof Rates]?: string | undefined },
  { fromInputTokens, tier, from }: Condition,
): StoredLine[] =>
  names.flatMap((name) => {
    const dollars = rates[name]
    return dollars === undefined
      ? []
      : [
          {
            bucket: buckets[name],
            amount: String(microsIn(name, dollars)),
            ...(fromInputTokens === undefined ? {} : { fromInputTokens }),
            ...(tier === undefined ? {} : { tier }),
            ...(from === undefined ? {} : { from }),
          },
        ]
  })
