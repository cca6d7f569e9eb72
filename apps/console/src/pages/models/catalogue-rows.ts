import type { CatalogueModel } from '@posthouse/contract/catalogue'
import type { ListState } from '../../table/state/list-state.ts'

export type CatalogueFilter = 'keyword' | 'capability' | 'supplier' | 'available'

/** The catalogue is answered whole: its pages are made here. */
export function pageOf(all: readonly CatalogueModel[], state: ListState<CatalogueFilter>) {
  const rows = filtered(all, state.filters).toSorted(by(state.order))
  const start = (state.page - 1) * state.size
  return { data: rows.slice(start, start + state.size), total_count: rows.length }
}

function filtered(
  all: readonly CatalogueModel[],
  { keyword, capability, supplier, available }: Readonly<Record<CatalogueFilter, string>>,
): CatalogueModel[] {
  const word = keyword.trim().toLowerCase()
  return all.filter(
    (model) =>
      model.name.toLowerCase().includes(word) &&
      (capability === '' || model.capabilities.some((name) => name === capability)) &&
      (supplier === '' || model.owned_by === supplier) &&
      (available === '' || String(model.available) === available),
  )
}

function by(order: string): (a: CatalogueModel, b: CatalogueModel) => number {
  const sign = order.startsWith('-') ? -1 : 1
  const key = order.replace(/^-/, '')
  return (a, b) => sign * compared(a, b, key) || a.name.localeCompare(b.name)
}

const numbers: Readonly<Record<string, (model: CatalogueModel) => number>> = {
  context: ({ context }) => context ?? 0,
  input: ({ input, call }) => Number(input ?? call),
  output: ({ output_price: price }) => Number(price),
}

function compared(a: CatalogueModel, b: CatalogueModel, key: string): number {
  const number = numbers[key]
  if (number !== undefined) return number(a) - number(b)
  return key === 'supplier' ? a.owned_by.localeCompare(b.owned_by) : a.name.localeCompare(b.name)
}
