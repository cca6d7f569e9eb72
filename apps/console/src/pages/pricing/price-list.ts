import type { Price } from '@posthouse/contract/price'
import type { ListState } from '../../table/state/list-state.ts'

export type PriceFilter = 'keyword' | 'channel_type' | 'type' | 'origin' | 'locked'

type Filters = Readonly<Partial<Record<PriceFilter, string>>>

/** The book is answered whole: its pages are made here. */
export function pageOf(all: readonly Price[], state: ListState<PriceFilter>) {
  const rows = filtered(all, state.filters).toSorted(by(state.order))
  const start = (state.page - 1) * state.size
  return { data: rows.slice(start, start + state.size), total_count: rows.length }
}

export function filtered(all: readonly Price[], filters: Filters): Price[] {
  const { keyword = '', channel_type = '', type = '', origin = '', locked = '' } = filters
  const word = keyword.trim().toLowerCase()
  return all.filter(
    (price) =>
      price.model.toLowerCase().includes(word) &&
      (channel_type === '' || String(price.channel_type) === channel_type) &&
      (type === '' || price.type === type) &&
      (origin === '' || price.origin === origin) &&
      (locked === '' || String(price.locked) === locked),
  )
}

function by(order: string): (a: Price, b: Price) => number {
  const sign = order.startsWith('-') ? -1 : 1
  const key = order.replace(/^-/, '')
  return (a, b) => sign * compared(a, b, key) || a.model.localeCompare(b.model)
}

function compared(a: Price, b: Price, key: string): number {
  switch (key) {
    case 'input':
      return Number(a.input) - Number(b.input)
    case 'output':
      return Number(a.output) - Number(b.output)
    case 'channel_type':
      return a.channel_type - b.channel_type
    case 'updated_time':
      return a.updated_time - b.updated_time
    case 'type':
      return a.type.localeCompare(b.type)
    default:
      return a.model.localeCompare(b.model)
  }
}
