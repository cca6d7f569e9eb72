import Box from '@mui/material/Box'
import { useLayoutEffect, useRef, useState } from 'react'
import type { typeset as Typeset } from './typeset.ts'

type Props = {
  readonly tex: string
  /** On a line of its own. */
  readonly display: boolean
}

/** Mathematics: set by the browser itself, as its source until the code for that has come. */
export function Formula({ tex, display }: Props) {
  const place = useRef<HTMLElement>(null)
  const [typeset, setTypeset] = useState<typeof Typeset>()
  useLayoutEffect(() => {
    let gone = false
    void import('./typeset.ts').then(
      (module) => gone || setTypeset(() => module.typeset),
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [])
  useLayoutEffect(() => {
    if (place.current === null) return
    if (typeset === undefined) place.current.textContent = tex
    else typeset(tex, place.current, display)
  }, [typeset, tex, display])
  return (
    <Box
      component="span"
      ref={place}
      tabIndex={display ? 0 : undefined}
      sx={{
        '& mi': { textTransform: 'none' },
        '& mi.variable': { fontStyle: 'italic' },
        ...(display && { display: 'block', my: 3, overflowX: 'auto', overflowY: 'hidden' }),
      }}
    />
  )
}
