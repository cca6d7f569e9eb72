import { channelTypes } from '@posthouse/contract/channel-type'
import { PriceInput } from '@posthouse/contract/price'
import { rowsOfCsv } from '../../lib/csv-rows.ts'
import { linesFromText } from './lines-text.ts'
import type { PriceList } from './read-price-list.ts'

/** Reads the price book as this product exports it, whatever was changed in it. Null: it is no such file. */
export function readPriceCsv(text: string): PriceList | null {
  const [header = [], ...rows] = rowsOfCsv(text)
  const names = header.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/_multiplier$/, ''),
  )
  if (!['model', 'type', 'input', 'output'].every((name) => names.includes(name))) return null
  const read = rows.map((cells) => {
    const row = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
    return priceOf(row)
  })
  const prices = read.filter((price) => price !== null)
  return { prices, skipped: read.length - prices.length }
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
