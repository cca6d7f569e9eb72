import { costPriceOf } from '@posthouse/contract/channel-rows'
import { closestName } from '../../lib/closest-name.ts'
import type { Candidate } from '../channels/decide.ts'
import { defaultPrices } from './default-prices.ts'
import { fairLines } from './fair-lines.ts'
import { microsFromMultiplier } from './multiplier.ts'
import type { PriceInputs } from './charge-record.ts'
import { type Charge, price } from './price.ts'
import { microsPerUnit, type PriceEntry } from './price-book.ts'
import { entryFrom } from './price-store.ts'

/** A supplier's cost of a model, independent of our prices. */
export type SupplierPrice = {
  readonly entry: PriceEntry
  /** Share of the price that the channel pays. */
  readonly millionths: bigint
}

type CostCandidate = Pick<Candidate, 'forwarded'> & {
  readonly channel: Pick<Candidate['channel'], 'type' | 'costMillionths' | 'costPrices'>
}

/** The channel's cost price of the forwarded model, else its share of the published price; null if unknown. */
export function supplierPrice({ channel, forwarded }: CostCandidate): SupplierPrice | null {
  const own = ownPrices(channel)(forwarded)
  if (own !== null) return { entry: own, millionths: whole }
  if (channel.costMillionths === null) return null
  const entry = publishedPrice(forwarded)
  return entry === null ? null : { entry, millionths: channel.costMillionths }
}

/**
 * Cost of a charge, to the nearest unit. Null if unknown, for example without a price for a charged meter. A price per call covers the
 * whole call.
 */
export function supplierCost(
  { entry, millionths }: SupplierPrice,
  { used, facts, charge }: PriceInputs & { readonly charge: Charge },
): bigint | null {
  const { total, lines } = price(used, { ...facts, entry, ratioMillionths: whole })
  const charged = charge.lines.filter(({ subtotal }) => subtotal > 0n)
  const isByCall = [entry, facts.entry].some(({ type }) => type === 'times')
  const isPriced = ({ bucket, attributes }: Charge['lines'][number]): boolean =>
    lines.some((line) => line.bucket === bucket && line.attributes === attributes)
  if (lines.length === 0 || !(isByCall || charged.every(isPriced))) return null
  return (total * millionths + microsPerUnit * (whole / 2n)) / (microsPerUnit * whole)
}

const whole = 1_000_000n

const known = new WeakMap<object, (model: string) => PriceEntry | null>()

/** Cached per version of a channel. */
function ownPrices({
  type,
  costPrices,
}: CostCandidate['channel']): (model: string) => PriceEntry | null {
  const read =
    known.get(costPrices) ??
    closestName(
      Object.entries(costPrices).flatMap(([model, text]) => {
        const entry = ownEntry(model, text, type)
        return entry === null ? [] : [[model, entry] as const]
      }),
    )
  known.set(costPrices, read)
  return read
}

function ownEntry(model: string, text: string, type: number): PriceEntry | null {
  const cost = costPriceOf(text)
  if (cost === null) return null
  const row = { id: 0n, model, channel_type: BigInt(type), source: '', locked: 0n, updated_at: 0n }
  if ('call' in cost) {
    const input_micros = microsFromMultiplier(cost.call) * multipliersADollar
    return entryFrom({ ...row, type: 'times', input_micros, output_micros: 0n, lines: '[]' })
  }
  const input_micros = tokenMicros(cost.input)
  // Cached input at the published ratio, as for prices entered without it.
  const lines = JSON.stringify(fairLines(model, type, input_micros))
  return entryFrom({
    ...row,
    type: 'tokens',
    input_micros,
    output_micros: tokenMicros(cost.output),
    lines,
  })
}

/** A call of multiplier 1 costs $0.002. */
const multipliersADollar = 500n

/** $2 per million tokens is one unit per token. */
const tokenMicros = (dollars: string): bigint => (microsFromMultiplier(dollars) + 1n) / 2n

let published: ((model: string) => PriceEntry | null) | null = null

function publishedPrice(model: string): PriceEntry | null {
  published ??= closestName(
    defaultPrices(0).map((row) => [row.model, entryFrom({ ...row, id: 0n })] as const),
  )
  return published(model) ?? published(model.slice(model.lastIndexOf('/') + 1))
}
