import { channelTypeOf } from '@posthouse/contract/channel-type'
import type { ListedPrice, Price } from '@posthouse/contract/price'
import { type PriceStep, priceSteps } from '@posthouse/contract/price-steps'
import type { PriceDifference } from '@posthouse/contract/price-work'
import { Refusal } from '@posthouse/contract/refusal'
import { defaultPrices } from '../../domain/pricing/default-prices.ts'
import { linesText } from '../../domain/pricing/lines-text.ts'
import { dollarsEach } from '../../domain/pricing/multiplier.ts'
import { importedFrom } from '../../domain/pricing/origin.ts'
import { hasSameFigures, type NewPriceRow } from '../../domain/pricing/price-row.ts'
import { rowFromInput } from '../../domain/pricing/price-store.ts'
import { type PriceWrite, writePrices } from '../../domain/pricing/price-writer.ts'
import { readPriceCsv } from '../../domain/pricing/read-price-csv.ts'
import { type PriceList, readPriceList } from '../../domain/pricing/read-price-list.ts'
import { dayIn } from '../../lib/zone.ts'
import { FetchRefused, guardedFetch } from '../../upstream/transport/guarded-fetch.ts'
import type { ApiParts } from '../api-parts.ts'
import type { Handler, Handlers } from '../call.ts'
import { time } from '../csv/cells.ts'
import type { Cell } from '../csv/csv-file.ts'
import { priceContext } from './price-context.ts'
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

/** Lines that the columns `input` and `output` already show. */
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

const exportPrices: Handler<'exportPrices'> = async ({ query }, { parts }) => {
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

const bytesMax = 32 * 1024 * 1024
const totalMs = 20_000

const fetchPrices: Handler<'fetchPrices'> = async ({ body: { url, file } }, { parts }) => {
  const at = parts.clock.now()
  const list = file === undefined ? await listAt(url, parts) : listIn(file.text, 'file')
  const name = file?.name ?? url
  const rows =
    list === null
      ? defaultPrices(at)
      : list.prices.map((price) => rowFromInput(price, { at, source: sourceOf(name, at) }))
  const { QuotaPerUnit } = parts.snapshot.get().settings
  const out = (row: NewPriceRow): Price => priceRowOut({ ...row, id: 0n }, QuotaPerUnit)
  const stored = new Map((await parts.prices.all()).map((row) => [row.model, row]))
  const skipped = skippedOf(list)
  const names = new Set([...rows, ...skipped].map(({ model }) => model))
  const gone = [...stored.values()].filter(({ model }) => !names.has(model))
  return {
    source: name,
    differences: [
      ...rows.map((row) => {
        const before = stored.get(row.model)
        const isSame = before !== undefined && hasSameFigures(before, row)
        const shown = before === undefined ? null : priceRowOut(before, QuotaPerUnit)
        return difference(shown, out(row), { at, isSame })
      }),
      ...gone.map((row) => {
        const before = priceRowOut(row, QuotaPerUnit)
        return { model: row.model, kind: 'gone' as const, before, after: null, ...plain }
      }),
    ],
    prices: [...rows.map((row) => inputOf(out(row))), ...skipped],
    skipped: list?.skipped.length ?? 0,
  }
}

/** Rows that name a model but could not be read. */
function skippedOf(list: PriceList | null): Extract<ListedPrice, { type: 'skipped' }>[] {
  const names = new Set(list?.skipped.filter((name) => name !== '' && name.length <= nameMost))
  for (const { model } of list?.prices ?? []) names.delete(model)
  return [...names].map((model) => ({ model, type: 'skipped' }))
}

const nameMost = 200

const syncPrices: Handler<'syncPrices'> = ({ query, body }, call) =>
  call.parts.snapshot.change(async (transaction) => {
    const context = { ...priceContext(call), cause: 'sync' } as const
    const source = query.source === '' ? '' : sourceOf(query.source, context.at)
    const rows = body.flatMap((price) =>
      price.type === 'skipped' ? [] : [rowFromInput(price, { at: context.at, source })],
    )
    const shipped = new Map(defaultPrices(context.at).map((row) => [row.model, row]))
    // An entry that equals the shipped one keeps its source.
    const named = rows.map((row) => {
      const known = query.source === '' ? shipped.get(row.model) : undefined
      return known !== undefined && hasSameFigures(known, row) ? known : row
    })
    const stored = await transaction.selectFrom('prices').selectAll().execute()
    const known = new Map(stored.map((row) => [row.model, row]))
    const isLocked = (model: string): boolean => known.get(model)?.locked === 1n
    const wanted = named.filter(({ model }) => known.has(model) !== (query.updateMode === 'add'))
    const taken = (query.updateMode === 'overwrite' ? named : wanted).filter((row) => {
      const before = known.get(row.model)
      return before === undefined || !hasSameFigures(before, row)
    })
    const writes: PriceWrite[] = taken
      .filter(({ model }) => !isLocked(model))
      .map((row) => ({ model: row.model, row }))
    const names = new Set(body.map(({ model }) => model))
    const dropped = stored.filter(({ model, locked }) => locked === 0n && !names.has(model))
    const deletions =
      query.updateMode === 'overwrite' ? dropped.map(({ model }) => ({ model, row: null })) : []
    const written = await writePrices(transaction, [...deletions, ...writes], context)
    return { ...written, locked: taken.filter(({ model }) => isLocked(model)).length }
  })

/** `null` stands for the list that comes with this version. */
const listAt = (url: string, parts: ApiParts): Promise<PriceList> | null =>
  url === '' ? null : fetchList(url, parts)

async function fetchList(url: string, { transports, snapshot }: ApiParts): Promise<PriceList> {
  const { FetchAllowedHosts, PrivateBaseUrlsAllowed } = snapshot.get().settings
  // Private hosts are allowed here whenever channels may use them.
  const own = PrivateBaseUrlsAllowed ? [URL.parse(url)?.hostname ?? ''] : []
  const limits = {
    accepts: /json|^text\/(plain|csv)$|^application\/octet-stream$|^$/,
    bytesMax,
    totalMs,
    allowedHosts: [...FetchAllowedHosts.split(/[\s,]+/), ...own],
    memory: { take: () => undefined },
  }
  const fetched = await guardedFetch(transports.http, url, limits).catch((error: unknown) => {
    if (!(error instanceof FetchRefused)) throw error
    const message = error.words
    throw new Refusal('price.list-unreachable', { message }, { field: 'url' })
  })
  return listIn(fetched.bytes.toString('utf8'), 'url')
}

function listIn(text: string, field: 'url' | 'file'): PriceList {
  const list = readPriceList(jsonOf(text)) ?? readPriceCsv(text)
  if (list === null || list.prices.length === 0) {
    throw new Refusal('price.list-format', {}, { field })
  }
  return list
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const sourceOf = (url: string, at: number): string => importedFrom(url, dayIn(at, 'UTC'))

const plain = { factor: null, suspicious: false } as const

function difference(
  before: Price | null,
  after: Price,
  { at, isSame }: { readonly at: number; readonly isSame: boolean },
): PriceDifference {
  const { model } = after
  if (before === null) return { model, kind: 'new', before, after, ...plain }
  if (isSame) return { model, kind: 'same', before, after, ...plain }
  const steps = priceSteps(before, after, Math.floor(at / 1_000))
  const suspicious = steps.some(({ steep }) => steep)
  return { model, kind: 'changed', before, after, factor: factorOf(steps), suspicious }
}

/** The largest factor of the base prices on any day. `null` when a price was or becomes 0. */
function factorOf(steps: readonly PriceStep[]): number | null {
  const quotients = steps.filter(isBase).map(({ before, after }) => quotient(before, after))
  if (quotients.length === 0) return 1
  const known = quotients.filter((number) => number !== null)
  return known.toSorted((a, b) => distance(b) - distance(a))[0] ?? null
}

const isBase = ({ bucket, from_input_tokens: from, tier, attributes }: PriceStep): boolean =>
  ['input', 'output', 'call'].includes(bucket) &&
  [from, tier, attributes].every((condition) => condition === undefined)

const quotient = (before: string, after: string): number | null =>
  before === '0' || after === '0' ? null : Number(after) / Number(before)

const distance = (factor: number): number => (factor < 1 ? 1 / factor : factor)

/** The entry in the form that `syncPrices` accepts. */
const inputOf = ({ model, type, channel_type, input, output, lines }: Price) => ({
  model,
  type,
  channel_type,
  input,
  output,
  lines: lines.map(({ unit: _unit, dollars_per_million: _dollars, ...line }) => line),
})

export const priceListHandlers = {
  exportPrices,
  fetchPrices,
  syncPrices,
} satisfies Partial<Handlers>
