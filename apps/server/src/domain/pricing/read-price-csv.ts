import { channelTypes } from '@posthouse/contract/channel-type'
import { PriceInput } from '@posthouse/contract/price'
import { rowsOfCsv } from '../../lib/csv-rows.ts'
import { linesFromText } from './lines-text.ts'
import type { PriceList, PriceListEntry } from './read-price-list.ts'

/** Reads the price book as this product exports it, whatever was changed in it. Null: it is no such file. */
export function readPriceCsv(text: string): PriceList | null {
  const [header = [], ...rows] = rowsOfCsv(text)
  const names = header.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/_multiplier$/, ''),
  )
  const timesOf = (name: string): number => names.filter((each) => each === name).length
  if (!needed.every((name) => timesOf(name) === 1) || further.some((name) => timesOf(name) > 1)) {
    return null
  }
  const read = rows.map((cells): PriceListEntry => {
    const row = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
    const price = priceOf(row)
    return { model: price?.model ?? bare(row['model']) ?? '', price }
  })
  return listOf(read)
}

const needed = ['model', 'type', 'input', 'output']
const further = ['supplier', 'lines']

/** Of a model that is there twice, nothing says which row is meant: both are skipped. */
function listOf(read: readonly PriceListEntry[]): PriceList {
  const rows = Map.groupBy(read, ({ model }) => model)
  const prices = read.flatMap(({ model, price }) =>
    price === null || rows.get(model)?.length !== 1 ? [] : [price],
  )
  const taken = new Set(prices.map(({ model }) => model))
  return { prices, skipped: read.flatMap(({ model }) => (taken.has(model) ? [] : [model])) }
}

function priceOf(row: Readonly<Record<string, string>>): PriceInput | null {
  const lines = linesFromText(row['lines'] ?? '')
  const read = PriceInput.safeParse({
    model: bare(row['model']),
    type: row['type']?.trim(),
    channel_type: supplierOf(row['supplier'] ?? ''),
    input: row['input'],
    output: row['output'],
    ...(row['lines'] === undefined ? {} : { lines }),
  })
  return read.success ? read.data : null
}

/** The export puts an apostrophe before what a spreadsheet would take for a formula. */
const bare = (name: string | undefined): string | undefined =>
  name?.trim().replace(/^'(?=[=+\-@＝＋－＠])/, '')

/** A number, or the name of a supplier; 0 where nobody knows it. */
function supplierOf(text: string): number {
  const word = text.trim().toLowerCase()
  const known = channelTypes.find(
    ({ name, number }) => name.toLowerCase() === word || String(number) === word,
  )
  return known?.number ?? 0
}
