/** A row with its id, as the page shows it. */
export type PageRow<Row> = { readonly id: string; readonly row: Row }

/** What is ticked: rows, on whatever page they are, or everything that the filter finds. */
export type Selection<Row> =
  | {
      readonly kind: 'rows'
      readonly rows: ReadonlyMap<string, Row>
      /** The row ticked last, where a range with shift begins; empty for none. */
      readonly anchor: string
    }
  | { readonly kind: 'found'; readonly count: number }

/** As it crosses the wire. `expected` is the number that the person saw. */
export type Select<Filter extends string> =
  | { readonly ids: number[] }
  | { readonly filter: Partial<Record<Filter, string>>; readonly expected: number }

export const nothing = { kind: 'rows', rows: new Map<string, never>(), anchor: '' } as const

export const isTicked = (selection: Selection<unknown>, id: string): boolean =>
  selection.kind === 'found' || selection.rows.has(id)

export const countOf = (selection: Selection<unknown>): number =>
  selection.kind === 'found' ? selection.count : selection.rows.size

/** How much of the page is ticked. */
export function pageState(
  selection: Selection<unknown>,
  page: readonly PageRow<unknown>[],
): 'all' | 'some' | 'none' {
  const ticked = page.filter(({ id }) => isTicked(selection, id)).length
  if (ticked === 0) return 'none'
  return ticked === page.length ? 'all' : 'some'
}

/** Ticks or unticks rows of the page. Out of "everything found" only the page stays. */
function put<Row>(
  selection: Selection<Row>,
  page: readonly PageRow<Row>[],
  ids: readonly string[],
  ticked: boolean,
): Map<string, Row> {
  const rows = new Map(
    selection.kind === 'rows' ? selection.rows : page.map(({ id, row }) => [id, row]),
  )
  for (const { id, row } of page) {
    if (!ids.includes(id)) continue
    if (ticked) rows.set(id, row)
    else rows.delete(id)
  }
  return rows
}

/** Turns a row; with `range` all from the last ticked one to it become what it becomes. */
export function tick<Row>(
  selection: Selection<Row>,
  page: readonly PageRow<Row>[],
  id: string,
  range: boolean,
): Selection<Row> {
  const anchor = range && selection.kind === 'rows' ? selection.anchor : ''
  const ids = between(page, anchor, id)
  return { kind: 'rows', rows: put(selection, page, ids, !isTicked(selection, id)), anchor: id }
}

/** Ticks everything from one row of the page to another. */
export function extend<Row>(
  selection: Selection<Row>,
  page: readonly PageRow<Row>[],
  from: string,
  to: string,
): Selection<Row> {
  return { kind: 'rows', rows: put(selection, page, between(page, from, to), true), anchor: to }
}

/** Ticks the whole page, or unticks it when it is ticked. */
export function tickPage<Row>(
  selection: Selection<Row>,
  page: readonly PageRow<Row>[],
): Selection<Row> {
  const ids = page.map(({ id }) => id)
  const rows = put(selection, page, ids, pageState(selection, page) !== 'all')
  return { kind: 'rows', rows, anchor: '' }
}

/** The ids from one row to another, in the order of the page; the other alone when one is elsewhere. */
function between(page: readonly PageRow<unknown>[], from: string, to: string): readonly string[] {
  const ids = page.map(({ id }) => id)
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)].toSorted((a, b) => a - b)
  return start === undefined || start < 0 ? [to] : ids.slice(start, (end ?? start) + 1)
}

export function asSelect<Filter extends string>(
  selection: Selection<unknown>,
  filters: Readonly<Record<Filter, string>>,
): Select<Filter> {
  if (selection.kind === 'rows') return { ids: [...selection.rows.keys()].map(Number) }
  const filter: Partial<Record<Filter, string>> = {}
  for (const name in filters) if (filters[name] !== '') filter[name] = filters[name]
  return { filter, expected: selection.count }
}
