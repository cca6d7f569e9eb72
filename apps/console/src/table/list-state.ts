import { pageSizes } from '@posthouse/contract/list'

type Order<Sort extends string> = Sort | `-${Sort}`

/** What a list can be asked, known before anything is drawn. */
export type ListSpec<Filter extends string, Sort extends string = string> = {
  /** Name under which the browser remembers the view. */
  readonly table: string
  readonly filters: readonly Filter[]
  /** Fields that the server sorts by: the contract's own list. */
  readonly sorts: readonly Sort[]
  readonly defaultOrder: Order<Sort>
}

export type ListState<Filter extends string> = {
  readonly page: number
  readonly size: number
  /** A field, `-` before it for descending. */
  readonly order: string
  readonly filters: Readonly<Record<Filter, string>>
  /** The row whose panel is open; empty for none. */
  readonly row: string
}

export type ListChange<Filter extends string> = {
  readonly page?: number
  readonly size?: number
  readonly order?: string
  readonly filters?: Readonly<Partial<Record<Filter, string>>>
  readonly row?: string
}

/** The size where neither address nor memory says one. */
const standardSize = 10

/** Reads the state from an address. What is not understood counts as not given. */
export function readList<Filter extends string>(
  spec: ListSpec<Filter>,
  query: URLSearchParams,
  rememberedSize: number,
): ListState<Filter> {
  const page = Number(query.get('page') ?? 1)
  const size = Number(query.get('size') ?? rememberedSize)
  const order = query.get('order') ?? spec.defaultOrder
  const filters = Object.fromEntries(
    spec.filters.map((filter) => [filter, query.get(filter) ?? '']),
  ) as Record<Filter, string>
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((known) => known === size) ?? standardSize,
    order: spec.sorts.includes(order.replace(/^-/, '')) ? order : spec.defaultOrder,
    filters,
    row: query.get('row') ?? '',
  }
}

/**
 * The address after a change: defaults are left out, parts of other owners stay, a new question
 * starts at page 1. The size goes along with a page, so that a shared address shows the same rows
 * where another size is remembered.
 */
export function writeList<Filter extends string>(
  spec: ListSpec<Filter>,
  query: URLSearchParams,
  change: ListChange<Filter>,
  rememberedSize: number,
): URLSearchParams {
  const next = new URLSearchParams(query)
  const put = (name: string, value: string, otherwise = '') => {
    if (value === otherwise) next.delete(name)
    else next.set(name, value)
  }
  for (const filter of spec.filters) {
    const value = change.filters?.[filter]
    if (value !== undefined) put(filter, value)
  }
  if (change.order !== undefined) put('order', change.order, spec.defaultOrder)
  const asksAnew = ['filters', 'order', 'size'].some((part) => part in change)
  if (change.page !== undefined || asksAnew) put('page', String(change.page ?? 1), '1')
  if (change.row !== undefined) {
    put('row', change.row)
    next.delete('panel')
  }
  if (change.size !== undefined || next.has('page')) {
    next.set('size', String(change.size ?? readList(spec, query, rememberedSize).size))
  }
  return next
}

/** The next order of a header: ascending, descending, then the list's own. */
export function nextOrder(current: string, field: string, otherwise: string): string {
  if (current === field) return `-${field}`
  return current === `-${field}` && otherwise !== `-${field}` ? otherwise : field
}
