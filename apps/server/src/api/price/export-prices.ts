import { channelTypeOf } from '@posthouse/contract/channel-type'
import type { Price } from '@posthouse/contract/price'
import { linesText } from '../../domain/pricing/lines-text.ts'
import { dayIn } from '../../lib/zone.ts'
import type { Handler } from '../call.ts'
import { time } from '../csv/cells.ts'
import type { Cell } from '../csv/csv-file.ts'
import { priceRowOut } from './price-out.ts'

type Column = readonly [name: string, cell: (price: Price, timeZone: string) => Cell]

/** Amounts in dollars for a million tokens; of a price of a call, the multiplier. */
const dollarsOf =
  (bucket: Price['lines'][number]['bucket']) =>
  ({ lines }: Price): Cell => {
    const line = lines.find(
      (one) =>
        one.bucket === bucket &&
        one.from_input_tokens === undefined &&
        one.tier === undefined &&
        one.attributes === undefined &&
        one.from === undefined &&
        one.until === undefined,
    )
    return line === undefined ? null : { figure: line.dollars_per_million }
  }

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
  ['input', ({ input }) => ({ figure: input })],
  ['output', ({ output }) => ({ figure: output })],
  ['input_dollars', dollarsOf('input')],
  ['output_dollars', dollarsOf('output')],
  ['cache_read_dollars', dollarsOf('cache_read')],
  ['cache_write_5m_dollars', dollarsOf('cache_write_5m')],
  ['cache_write_1h_dollars', dollarsOf('cache_write_1h')],
  ['lines', ({ type, lines }) => linesText(lines.filter((line) => !isColumn(type, line)))],
  ['source', ({ source }) => source],
  ['locked', ({ locked }) => locked],
  ['updated', ({ updated_time }, timeZone) => time(updated_time * 1_000, timeZone)],
]

export const exportPrices: Handler<'exportPrices'> = async ({ query }, { parts }) => {
  const { QuotaPerUnit } = parts.snapshot.get().settings
  const rows = await parts.prices.all()
  const cells = rows.map((row) => {
    const price = priceRowOut(row, QuotaPerUnit)
    return columns.map(([, cell]) => cell(price, query.time_zone))
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
