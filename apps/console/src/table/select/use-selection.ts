import { useCallback, useEffect, useRef, useState } from 'react'
import { extend, nothing, type PageRow, type Selection, tick, tickPage } from './selection.ts'

export type Selecting<Row> = {
  readonly selection: Selection<Row>
  readonly tick: (id: string, range: boolean) => void
  readonly extend: (from: string, to: string) => void
  readonly tickPage: () => void
  /** Everything that the filter finds. */
  readonly tickFound: (count: number) => void
  readonly clear: () => void
}

/** What is ticked on a list. Another question (`asked`) starts with nothing ticked; another page keeps it. */
export function useSelection<Row>(page: readonly PageRow<Row>[], asked: string): Selecting<Row> {
  const [selection, select] = useState<Selection<Row>>(nothing)
  const [question, setQuestion] = useState(asked)
  if (asked !== question) {
    setQuestion(asked)
    select(nothing)
  }
  // Held beside, so that the functions stay the same and rows need not be drawn again.
  const shown = useRef(page)
  useEffect(() => {
    shown.current = page
  })
  return {
    selection,
    tick: useCallback(
      (id, range) => select((current) => tick(current, shown.current, id, range)),
      [],
    ),
    extend: useCallback(
      (from, to) => select((current) => extend(current, shown.current, from, to)),
      [],
    ),
    tickPage: useCallback(() => select((current) => tickPage(current, shown.current)), []),
    tickFound: useCallback((count) => select({ kind: 'found', count }), []),
    clear: useCallback(() => select(nothing), []),
  }
}
