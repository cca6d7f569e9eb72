import type { MouseEvent, ReactNode } from 'react'
import type { Density } from '../stores/table-preferences.ts'
import type { Column } from './column.ts'
import { focusRow } from './row-keys.ts'
import type { PageRow } from './select/selection.ts'
import type { List } from './state/use-list.ts'
import type { Selecting } from './select/use-selection.ts'

/** What table and cards draw. */
export type RowsProps<Row, Filter extends string> = {
  readonly label: string
  readonly list: List<Filter>
  /** The same array while nothing in it changes: rows are drawn again for another one. */
  readonly columns: readonly Column<Row>[]
  readonly page: readonly PageRow<Row>[]
  /** What a row is called where it is not seen. */
  readonly rowName: (row: Row) => string
  readonly actions?: ((row: Row) => ReactNode) | undefined
  readonly density: Density
  readonly selecting: Selecting<Row> | null
}

/** Opens the row unless something in it was meant. The row keeps the focus for when the panel closes. */
export function rowClick(open: () => void) {
  return (event: MouseEvent<HTMLElement>): void => {
    const meant =
      event.target instanceof Element &&
      event.target.closest('a,button,input,label,[role=menu],[role=presentation],[data-apart]')
    if (meant || window.getSelection()?.toString() !== '') return
    focusRow(event.currentTarget)
    open()
  }
}
