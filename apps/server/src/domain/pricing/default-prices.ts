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
})
type Rates = z.output<typeof Rates>

/** The price of the whole request from so many input tokens on. */
const Band = Rates.extend({ fromInputTokens: z.number().int().positive() })

const Entry = z.strictObject({
  model: z.string(),
  channelType: z.number().int(),
  /** Other names of the model. One with a slash is OpenRouter's. */
  also: z.array(z.string()).default([]),
  price: Rates,
  above: Band.optional(),
  tiers: z
    .array(
      z.strictObject({
        /** Every word that the supplier answers with, as `tierWord` writes it. */
        names: z.array(z.string()).nonempty(),
        price: Rates,
        above: Band.optional(),
      }),
    )
    .default([]),
  /** The last day of a price that its supplier has given an end. */
  until: z.iso.date().optional(),
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
      type: 'tokens',
      channel_type: BigInt(
        entry.also.includes(model) && model.includes('/') ? openRouter : entry.channelType,
      ),
      input_micros: microsFromDollars(entry.price.input),
      output_micros: microsFromDollars(entry.price.output),
      lines: JSON.stringify(linesOf(entry)),
      source: sourceOf(entry),
      locked: 0n,
      updated_at: BigInt(at),
    })),
  )

const openRouter = 20

/** Never empty: that is how a price that somebody typed is told from ours. */
function sourceOf({ source, date, until, note }: DefaultPrice): string {
  const when = until === undefined ? date : `${date}, until ${until}`
  return `${source} (${when})${note === undefined ? '' : `. ${note}`}`
}

/**
 * Dollars for a million tokens in micro-quota a token, at 500 000 units a dollar: $2 is one unit.
 * Half a micro-quota does not exist; the published figures have at most six decimals, so that one
 * dollar-millionth is rounded up to the next whole micro-quota.
 */
const microsFromDollars = (dollars: string): bigint => (microsFromMultiplier(dollars) + 1n) / 2n

function linesOf({ price, above, tiers }: DefaultPrice): StoredLine[] {
  const { input: _input, output: _output, ...further } = price
  return [
    ...linesFor(further, {}),
    ...bandLines(above, {}),
    ...tiers.flatMap(({ names, ...at }) =>
      names.flatMap((tier) => [...linesFor(at.price, { tier }), ...bandLines(at.above, { tier })]),
    ),
  ]
}

type Condition = Pick<StoredLine, 'tier' | 'fromInputTokens'>

const bandLines = (band: z.output<typeof Band> | undefined, when: Condition): StoredLine[] => {
  if (band === undefined) return []
  const { fromInputTokens, ...rates } = band
  return linesFor(rates, { ...when, fromInputTokens })
}

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
}
const names = Object.keys(Rates.shape) as (keyof Rates)[]

/** Fields in the order that entries from the API have, so that the same lines are the same text. */
const linesFor = (rates: Partial<Rates>, { fromInputTokens, tier }: Condition): StoredLine[] =>
  names.flatMap((name) => {
    const dollars = rates[name]
    return dollars === undefined
      ? []
      : [
          {
            bucket: buckets[name],
            amount: String(microsFromDollars(dollars)),
            ...(fromInputTokens === undefined ? {} : { fromInputTokens }),
            ...(tier === undefined ? {} : { tier }),
          },
        ]
  })
