import { closestName } from '../../lib/closest-name.ts'
import { type DefaultPrice, publishedPrices } from './default-prices.ts'
import { microsFromMultiplier } from './multiplier.ts'
import type { StoredLine } from './price-row.ts'

/*
 * An operator who enters input and output alone means the supplier's price. Cached input has a price of its own with every
 * supplier that has a cache, so it is filled in by the published ratio: of the model, else the one that most models of the
 * supplier have.
 */

type Rates = DefaultPrice['price']

const cached = {
  cacheRead: 'cache_read',
  cacheWrite5m: 'cache_write_5m',
  cacheWrite1h: 'cache_write_1h',
} as const
type CacheMeter = keyof typeof cached
const names = Object.keys(cached) as CacheMeter[]

/** A price over the price of input, both in millionths. */
type Ratio = { readonly part: bigint; readonly whole: bigint }
type Ratios = { readonly [Name in CacheMeter]?: Ratio }

/** Lines for cached input at the published ratio; none where no ratio is known. */
export function fairLines(model: string, channelType: number, inputMicros: bigint): StoredLine[] {
  const ratios = ratiosOf(model, channelType)
  return names.flatMap((name) => {
    const ratio = ratios[name]
    if (ratio === undefined) return []
    const amount = (inputMicros * ratio.part + ratio.whole - 1n) / ratio.whole
    return [{ bucket: cached[name], amount: String(amount) }]
  })
}

let known: ReturnType<typeof readRatios> | null = null

function ratiosOf(model: string, channelType: number): Ratios {
  known ??= readRatios()
  const bare = model.slice(model.lastIndexOf('/') + 1)
  const own = known.of(model) ?? known.of(bare)
  if (own !== null) return own
  return known.usual.get(vendorOf(bare) ?? channelType) ?? {}
}

function readRatios() {
  const entries = publishedPrices()
  const named = entries.flatMap(({ model, also, price }) =>
    [model, ...also].map((name): [string, Ratios] => [name, ratiosIn(price)]),
  )
  const types = [...new Set(entries.map(({ channelType }) => channelType))]
  const usual = new Map(
    types.map((type) => {
      const rates = entries.flatMap((entry) => (entry.channelType === type ? [entry.price] : []))
      return [type, mostCommon(rates.map(ratiosIn))]
    }),
  )
  return { of: closestName(named), usual }
}

const ratiosIn = (price: Rates): Ratios => {
  const whole = microsFromMultiplier(price.input)
  if (whole === 0n) return {}
  return Object.fromEntries(
    names.flatMap((name) => {
      const dollars = price[name]
      return dollars === undefined ? [] : [[name, { part: microsFromMultiplier(dollars), whole }]]
    }),
  )
}

/** Of each price the ratio that most models have; the higher one where two are as common. */
function mostCommon(all: readonly Ratios[]): Ratios {
  return Object.fromEntries(
    names.flatMap((name) => {
      const found = all.flatMap(({ [name]: ratio }) => (ratio === undefined ? [] : [ratio]))
      const counted = found.map((ratio) => ({
        ratio,
        times: found.filter((other) => isSame(other, ratio)).length,
      }))
      const [first] = counted.toSorted(
        (a, b) =>
          b.times - a.times || Number(b.ratio.part * a.ratio.whole - a.ratio.part * b.ratio.whole),
      )
      return first === undefined ? [] : [[name, first.ratio]]
    }),
  )
}

const isSame = (a: Ratio, b: Ratio): boolean => a.part * b.whole === b.part * a.whole

/** The supplier that makes a model, by its name: resellers and gateways sell many. */
const vendors: readonly (readonly [pattern: RegExp, channelType: number])[] = [
  [/^claude/i, 14],
  [/^(gpt-|o\d|chatgpt)/i, 1],
  [/^gemini/i, 25],
  [/^deepseek/i, 28],
  [/^grok/i, 56],
]

const vendorOf = (model: string): number | null =>
  vendors.find(([pattern]) => pattern.test(model))?.[1] ?? null
