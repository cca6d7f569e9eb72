import { pageSizes } from '@posthouse/contract/list'
import type { z } from 'zod'

type Order<Sort extends string> = Sort | `-${Sort}`

/** What a list can be asked, known before anything is drawn. */
export type ListSpec<Filter extends string, Sort extends string = string> = {
  /** Name under which the browser remembers the view. */
  readonly table: string
  readonly filters: readonly Filter[]
  /** What the call takes: the contract's own query. */
  readonly query: { readonly shape: Readonly<Record<Filter, z.ZodType>> }
  /** Fields that the server sorts by: the contract's own list. */
  readonly sorts: readonly Sort[]
  readonly defaultOrder: Order<Sort>
  /** `cursor`: newer and older rows in place of numbered pages. */
  readonly paging?: 'cursor'
}

/** Where a page by key set begins: the rows next below or next above an id. Empty: at the start. */
export type Cursor = { readonly before?: number; readonly after?: number }

export type ListState<Filter extends string> = {
  readonly page: number
  readonly size: number
  readonly cursor: Cursor
  /** A field, `-` before it for descending. */
  readonly order: string
  readonly filters: Readonly<Record<Filter, string>>
  /** The row whose panel is open; empty for none. */
  readonly row: string
}

export type ListChange<Filter extends string> = {
  readonly page?: number
  readonly size?: number
  readonly cursor?: Cursor
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
  const page = idIn(query, 'page')
  const size = Number(query.get('size') ?? rememberedSize)
  const order = query.get('order') ?? spec.defaultOrder
  const given = (filter: Filter): string => {
    const value = query.get(filter) ?? ''
    return spec.query.shape[filter].safeParse(value).success ? value : ''
  }
  const filters = Object.fromEntries(
    spec.filters.map((filter) => [filter, given(filter)]),
  ) as Record<Filter, string>
  return {
    page: page === 0 ? 1 : page,
    cursor: spec.paging === 'cursor' ? cursorIn(query) : {},
    size: pageSizes.find((known) => known === size) ?? standardSize,
    order: spec.sorts.includes(order.replace(/^-/, '')) ? order : spec.defaultOrder,
    filters,
    row: query.get('row') ?? '',
  }
}

/** A whole number from 1 on; 0 when there is none. */
function idIn(query: URLSearchParams, name: string): number {
  const id = Number(query.get(name) ?? 0)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

function cursorIn(query: URLSearchParams): Cursor {
  const [before, after] = [idIn(query, 'before_id'), idIn(query, 'after_id')]
  if (after > 0) return { after }
  return before > 0 ? { before } : {}
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
  const put = (name: string, value: string | number | undefined, otherwise = '') => {
    if (value === undefined || String(value) === otherwise) next.delete(name)
    else next.set(name, String(value))
  }
  for (const filter of spec.filters) {
    if (change.filters?.[filter] !== undefined) put(filter, change.filters[filter])
  }
  if (change.order !== undefined) put('order', change.order, spec.defaultOrder)
  if (['filters', 'order', 'size', 'page', 'cursor'].some((part) => part in change)) {
    put('page', change.page, '1')
    put('before_id', change.cursor?.before)
    put('after_id', change.cursor?.after)
  }
  if (change.row !== undefined) {
    put('row', change.row)
    next.delete('panel')
  }
  const placed = ['page', 'before_id', 'after_id'].some((name) => next.has(name))
  if (placed || change.size !== undefined) {
    put('size', change.size ?? readList(spec, query, rememberedSize).size)
  }
  return next
}

/** The next order of a header: ascending, descending, then the list's own. */
export function nextOrder(current: string, field: string, otherwise: string): string {
  if (current === field) return `-${field}`
  return current === `-${field}` && otherwise !== `-${field}` ? otherwise : field
}
