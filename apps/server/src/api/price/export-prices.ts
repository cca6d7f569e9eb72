import { channelTypeOf } from '@posthouse/contract/channel-type'
import type { Price } from '@posthouse/contract/price'
import { linesText } from '../../domain/pricing/lines-text.ts'
import { dollarsEach } from '../../domain/pricing/multiplier.ts'
import { dayIn } from '../../lib/zone.ts'
import type { Handler } from '../call.ts'
import { time } from '../csv/cells.ts'
import type { Cell } from '../csv/csv-file.ts'
import { priceRowOut } from './price-out.ts'

type Units = { readonly timeZone: string; readonly quotaPerUnit: number }
type Column = readonly [name: string, cell: (price: Price, units: Units) => Cell]

const dollarsOf =
  (bucket: Price['lines'][number]['bucket']): Column[1] =>
  ({ lines }, { quotaPerUnit }) => {
    const line = lines.find(
      (one) =>
        one.bucket === bucket &&
        one.from_input_tokens === undefined &&
        one.tier === undefined &&
        one.attributes === undefined &&
        one.from === undefined &&
        one.until === undefined,
    )
    if (line === undefined) return null
    const amount = BigInt(line.amount_micro)
    if (line.unit === 'call') return { figure: dollarsEach(amount, quotaPerUnit) }
    if (line.unit === 'second')
      return { figure: dollarsEach(amount * secondsAMinute, quotaPerUnit) }
    return { figure: line.dollars_per_million }
  }

const secondsAMinute = 60n

/** What `input` and `output` say. */
const isColumn = (type: Price['type'], line: Price['lines'][number]): boolean =>
  line.from_input_tokens === undefined &&
  line.tier === undefined &&
  line.attributes === undefined &&
  line.from === undefined &&
  line.until === undefined &&
  (type === 'times' ? ['call'] : ['input', 'output']).includes(line.bucket)

const columns: readonly Column[] = [
  ['model', ({ model }) => model],
  ['type', ({ type }) => type],
  ['supplier', ({ channel_type }) => channelTypeOf(channel_type)?.name ?? channel_type],
  ['input_multiplier', ({ input }) => ({ figure: input })],
  ['output_multiplier', ({ output }) => ({ figure: output })],
  ['input_dollars_per_million', dollarsOf('input')],
  ['output_dollars_per_million', dollarsOf('output')],
  ['cache_read_dollars_per_million', dollarsOf('cache_read')],
  ['cache_write_5m_dollars_per_million', dollarsOf('cache_write_5m')],
  ['cache_write_1h_dollars_per_million', dollarsOf('cache_write_1h')],
  ['dollars_per_call', dollarsOf('call')],
  ['dollars_per_million_characters', dollarsOf('character')],
  ['dollars_per_minute', dollarsOf('second')],
  ['lines', ({ type, lines }) => linesText(lines.filter((line) => !isColumn(type, line)))],
  ['source', ({ source }) => source],
  ['locked', ({ locked }) => locked],
  ['updated', ({ updated_time }, { timeZone }) => time(updated_time * 1_000, timeZone)],
]

export const exportPrices: Handler<'exportPrices'> = async ({ query }, { parts }) => {
  const { QuotaPerUnit } = parts.snapshot.get().settings
  const rows = await parts.prices.all()
  const units = { timeZone: query.time_zone, quotaPerUnit: QuotaPerUnit }
  const cells = rows.map((row) => {
    const price = priceRowOut(row, QuotaPerUnit)
    return columns.map(([, cell]) => cell(price, units))
  })
  return {
    name: 'prices',
    day: dayIn(parts.clock.now(), query.time_zone),
    columns: columns.map(([name]) => name),
    pages: (async function* () {
      yield cells
    })(),
  }
}
