import { styled } from '@mui/material/styles'
import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type PageRow, pageState } from './selection.ts'
import type { Selecting } from './use-selection.ts'

/** A box of the platform: a hundred of them change at once when a page is ticked. */
const Box = styled('input')(({ theme }) => ({
  appearance: 'none',
  margin: 0,
  width: 32,
  height: 32,
  display: 'grid',
  placeItems: 'center',
  cursor: 'pointer',
  outline: 'none',
  '@media (pointer: coarse)': { width: 44, height: 44 },
  '&::before, &::after': { content: '""', gridArea: '1 / 1' },
  '&::before': {
    boxSizing: 'border-box',
    width: 16,
    height: 16,
    borderRadius: 4,
    border: `1.5px solid ${theme.palette.text.secondary}`,
    backgroundColor: theme.palette.background.paper,
  },
  '&:checked::before, &:indeterminate::before': {
    borderColor: theme.palette.primary.main,
    backgroundColor: theme.palette.primary.main,
  },
  '&:checked::after, &:indeterminate::after': {
    width: 10,
    height: 10,
    backgroundColor: theme.palette.primary.contrastText,
  },
  '&:checked::after': { clipPath: 'polygon(14% 44%, 0 60%, 42% 92%, 100% 22%, 84% 8%, 39% 64%)' },
  '&:indeterminate::after': { clipPath: 'inset(40% 0)' },
  '&:hover::before': { borderColor: theme.palette.primary.main },
  '&:focus-visible::before': {
    outline: `2px solid ${theme.palette.primary.main}`,
    outlineOffset: 2,
  },
}))

type BoxProps = {
  readonly id: string
  readonly name: string
  readonly ticked: boolean
  readonly tick: (id: string, range: boolean) => void
}

/** Ticks a row; with shift all from the one ticked before. Drawn again only when it changes. */
export const SelectBox = memo(function SelectBox({ id, name, ticked, tick }: BoxProps) {
  const { t } = useTranslation()
  return (
    <Box
      type="checkbox"
      checked={ticked}
      onChange={({ nativeEvent }) =>
        tick(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
      aria-label={t('table.select', { name })}
    />
  )
})

type PageProps<Row> = {
  readonly page: readonly PageRow<Row>[]
  readonly selecting: Selecting<Row>
}

/** Ticks or unticks the page; a bar when only some of it is ticked. */
export function SelectPageBox<Row>({ page, selecting }: PageProps<Row>) {
  const { t } = useTranslation()
  const state = pageState(selecting.selection, page)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <Box
      type="checkbox"
      ref={box}
      checked={state === 'all'}
      onChange={selecting.tickPage}
      aria-label={t('table.selectPage')}
      data-select-page
    />
  )
}
