import type { KeyboardEvent } from 'react'

/** Whether what is typed there belongs to a field. */
export const typing = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]),textarea,select,[contenteditable=true]') !== null

const rowOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-row]') ?? null

/** Focuses the row's link, which Enter opens. */
export function focusRow(row: HTMLElement | null): void {
  row?.querySelector<HTMLElement>('[data-row-link]')?.focus()
}

type Ticking = {
  /** x: ticks or unticks the row of the focus. */
  readonly tick: (id: string) => void
  /** Shift and an arrow: ticks both rows. */
  readonly extend: (from: string, to: string) => void
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** The row in which a key was pressed, when it was meant for the row. */
function pressedIn(event: KeyboardEvent<HTMLElement>): HTMLElement | null {
  const { target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return null
  if (typing(target) || target.closest('[role=menu]') !== null) return null
  return rowOf(target)
}

/** Arrows, j and k walk over the rows; x ticks; shift with an arrow ticks on the way. */
export function rowKeys(ticking: Ticking | null) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const row = pressedIn(event)
    if (row === null) return
    const id = row.dataset['row'] ?? ''
    if (event.key === 'x') ticking?.tick(id)
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = rowOf(step === 1 ? row.nextElementSibling : row.previousElementSibling)
    if (next === null) return
    if (event.shiftKey) ticking?.extend(id, next.dataset['row'] ?? '')
    focusRow(next)
  }
}
