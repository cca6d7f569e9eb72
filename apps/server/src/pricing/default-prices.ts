import { readFileSync } from 'node:fs'
import type { Insertable } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../db/tables.ts'
import { microsFromMultiplier } from './multiplier.ts'
import type { StoredLine } from './price-store.ts'

const Dollars = z.string().regex(/^\d+(\.\d{1,6})?$/)

const Rates = z.object({ input: Dollars, output: Dollars, cacheRead: Dollars.optional() })

const Entry = Rates.extend({
  model: z.string(),
  channelType: z.number().int(),
  cacheWrite5m: Dollars.optional(),
  cacheWrite1h: Dollars.optional(),
  above: Rates.extend({ inputTokens: z.number().int() }).optional(),
  source: z.string(),
  date: z.iso.date(),
})
type Entry = z.output<typeof Entry>

const File = z.object({ about: z.string(), entries: z.array(Entry) })

/** The prices that a new installation begins with: default-prices.json as rows. */
export function defaultPrices(at: number): Insertable<Tables['prices']>[] {
  const text = readFileSync(new URL('./default-prices.json', import.meta.url), 'utf8')
  return File.parse(JSON.parse(text)).entries.map((entry) => ({
    model: entry.model,
    type: 'tokens',
    channel_type: BigInt(entry.channelType),
    input_micros: microsFromDollars(entry.input),
    output_micros: microsFromDollars(entry.output),
    lines: JSON.stringify(linesOf(entry)),
    source: `${entry.source} (${entry.date})`,
    updated_at: BigInt(at),
  }))
}

/**
 * Dollars for a million tokens in micro-quota a token, at 500 000 units a dollar: $2 is one unit.
 * Half a micro-quota does not exist; the published figures have at most six decimals, so that one
 * dollar-millionth is rounded up to the next whole micro-quota.
 */
function microsFromDollars(dollars: string): bigint {
  return (microsFromMultiplier(dollars) + 1n) / 2n
}

function linesOf(entry: Entry): StoredLine[] {
  const from = entry.above?.inputTokens ?? 0
  return [
    ...line('cache_read', entry.cacheRead),
    ...line('cache_write_5m', entry.cacheWrite5m),
    ...line('cache_write_1h', entry.cacheWrite1h),
    ...line('input', entry.above?.input, from),
    ...line('output', entry.above?.output, from),
    ...line('cache_read', entry.above?.cacheRead, from),
  ]
}

const line = (bucket: StoredLine['bucket'], dollars: string | undefined, from = 0): StoredLine[] =>
  dollars === undefined
    ? []
    : [{ bucket, amount: String(microsFromDollars(dollars)), fromInputTokens: from }]
