import { Fragment, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'

type Draw = (close: () => void) => ReactNode

/** Where an act shows a dialog. */
export type Stage = { readonly open: (draw: Draw) => void }

/** One dialog at a time. A dialog that another has taken the place of closes nothing. */
export function useStage(): { readonly stage: Stage; readonly dialog: ReactNode } {
  const [shown, show] = useState<{ readonly number: number; readonly draw: Draw } | null>(null)
  const count = useRef(0)
  const open = useCallback((draw: Draw) => {
    count.current += 1
    show({ number: count.current, draw })
  }, [])
  const close = () => show((current) => (current === shown ? null : current))
  return {
    stage: useMemo(() => ({ open }), [open]),
    dialog: shown !== null && (
      <Suspense key={shown.number}>
        <Fragment>{shown.draw(close)}</Fragment>
      </Suspense>
    ),
  }
}
