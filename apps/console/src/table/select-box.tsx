import Checkbox from '@mui/material/Checkbox'
import { useTranslation } from 'react-i18next'
import { isTicked, type PageRow, pageState } from './selection.ts'
import type { Selecting } from './use-selection.ts'

const look = { p: 1.5, '@media (pointer: coarse)': { p: 3 } }

type BoxProps<Row> = {
  readonly id: string
  readonly name: string
  readonly selecting: Selecting<Row>
}

/** Ticks a row; with shift all from the one ticked before. */
export function SelectBox<Row>({ id, name, selecting }: BoxProps<Row>) {
  const { t } = useTranslation()
  return (
    <Checkbox
      size="small"
      checked={isTicked(selecting.selection, id)}
      onChange={({ nativeEvent }) =>
        selecting.tick(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
      slotProps={{ input: { 'aria-label': t('table.select', { name }) } }}
      sx={look}
    />
  )
}

type PageProps<Row> = {
  readonly page: readonly PageRow<Row>[]
  readonly selecting: Selecting<Row>
}

/** Ticks or unticks the page; a bar when only some of it is ticked. */
export function SelectPageBox<Row>({ page, selecting }: PageProps<Row>) {
  const { t } = useTranslation()
  const state = pageState(selecting.selection, page)
  return (
    <Checkbox
      size="small"
      checked={state === 'all'}
      indeterminate={state === 'some'}
      onChange={selecting.tickPage}
      slotProps={{ input: { 'aria-label': t('table.selectPage') } }}
      data-select-page
      sx={look}
    />
  )
}
