import type { UseQueryResult } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type BulkAction, BulkBar } from './bulk-bar.tsx'
import { asSelect, countOf, type PageRow } from './selection.ts'
import type { List } from '../state/use-list.ts'
import type { Selecting } from './use-selection.ts'

type TickedProps<Row, Filter extends string> = {
  readonly list: List<Filter>
  readonly query: UseQueryResult<{ readonly total_count: number }, Error>
  readonly bulk: readonly BulkAction<Filter>[]
  readonly page: readonly PageRow<Row>[]
  readonly rowName: (row: Row) => string
  readonly selecting: Selecting<Row>
  readonly narrow: boolean
}

/** The bar of what is ticked, and the sentence that tells it to those who do not see it. */
export function Ticked<Row, Filter extends string>(props: TickedProps<Row, Filter>) {
  const { t } = useTranslation()
  const { list, query, page, selecting } = props
  const { selection } = selecting
  const count = countOf(selection)
  const known =
    selection.kind === 'rows' ? [...selection.rows.values()] : page.map(({ row }) => row)
  const status = useFocusAfter(count)
  return (
    <>
      <div className="visually-hidden" role="status" ref={status}>
        {count > 0 && t('table.selected', { count })}
      </div>
      {count > 0 && (
        <BulkBar
          selecting={selecting}
          page={page}
          found={query.isPlaceholderData ? undefined : query.data?.total_count}
          selected={{
            select: asSelect(selection, list.state.filters),
            count,
            names: known.map(props.rowName),
            clear: selecting.clear,
          }}
          actions={props.bulk}
          narrow={props.narrow}
        />
      )}
    </>
  )
}

/** The bar goes with what was ticked; a focus that was in it goes to the box of the page. */
function useFocusAfter(count: number): RefObject<HTMLDivElement | null> {
  const status = useRef<HTMLDivElement>(null)
  const before = useRef(count)
  useEffect(() => {
    const closed = before.current > 0 && count === 0
    before.current = count
    if (!closed || document.activeElement !== document.body) return
    const list = status.current?.parentElement
    list?.querySelector<HTMLElement>('[data-select-page]')?.focus({ preventScroll: true })
  }, [count])
  return status
}
