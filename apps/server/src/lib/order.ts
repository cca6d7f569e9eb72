import type { SelectQueryBuilder } from 'kysely'

/**
 * Applies the `order` of a list: a comma list of fields, `-` before one for descending. Fields come
 * from the contract's whitelist; `columns` says where each stands. Ends with the id, so that pages
 * never overlap; without an order the newest come first.
 */
export function orderFrom<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  order: string,
  columns: Readonly<Record<string, string>>,
): SelectQueryBuilder<DB, TB, O> {
  const wanted = order
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '')
  const fields = wanted.some((field) => field.replace('-', '') === 'id')
    ? wanted
    : [...wanted, '-id']
  return fields.reduce((query, field) => {
    const column = columns[field.replace('-', '')]
    if (column === undefined) return query
    return query.orderBy((is) => is.ref(column as never), field.startsWith('-') ? 'desc' : 'asc')
  }, rows)
}
