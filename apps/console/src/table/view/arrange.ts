type Arranged = { readonly id: string; readonly optional?: boolean; readonly card?: string }
type Sized = Arranged & { readonly room?: number; readonly gives?: number }
type View = { readonly order: readonly string[]; readonly hidden: readonly string[] }

/**
 * Columns in the order that somebody chose. The title stays first; a column that the choice does
 * not know stands after the one that it follows by nature.
 */
export function inOrder<Column extends Arranged>(
  columns: readonly Column[],
  order: readonly string[],
): readonly Column[] {
  const ids = order.filter((id) => columns.some((column) => column.id === id))
  columns.forEach((column, index) => {
    if (ids.includes(column.id)) return
    const before = columns[index - 1]
    ids.splice(before === undefined ? 0 : ids.indexOf(before.id) + 1, 0, column.id)
  })
  const rank = (column: Column) => (column.card === 'title' ? -1 : ids.indexOf(column.id))
  return columns.toSorted((one, other) => rank(one) - rank(other))
}

/** The columns of a view: in its order, without what it hides. */
export const shownColumns = <Column extends Arranged>(
  columns: readonly Column[],
  view: View,
): readonly Column[] =>
  inOrder(columns, view.order).filter(
    (column) => column.optional !== true || !view.hidden.includes(column.id),
  )

/** The ids after a column went one place up (-1) or down (1). The title does not give way. */
export function moved(columns: readonly Arranged[], id: string, step: 1 | -1): readonly string[] {
  const ids = columns.map((column) => column.id)
  const from = ids.indexOf(id)
  const other = columns[from + step]
  if (from < 0 || other === undefined || other.card === 'title') return ids
  return ids.with(from, other.id).with(from + step, id)
}

/** Of a column that does not say how much room it takes. */
const standardRoom = 120

/** The columns that fit into so many pixels, without those that give way first. */
export function fitting<Column extends Sized>(
  columns: readonly Column[],
  room: number,
): readonly Column[] {
  const taken = columns.reduce((sum, column) => sum + (column.room ?? standardRoom), 0)
  const most = Math.max(0, ...columns.map(({ gives = 0 }) => gives))
  if (taken <= room || most === 0) return columns
  return fitting(
    columns.filter(({ gives }) => gives !== most),
    room,
  )
}
