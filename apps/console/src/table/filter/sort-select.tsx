import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import type { List } from '../state/use-list.ts'

export type SortChoice = { readonly sort: string; readonly header: string }

type Props<Filter extends string> = {
  readonly list: List<Filter>
  readonly sorts: readonly SortChoice[]
}

/** The order of a list without headers. */
export function SortSelect<Filter extends string>({ list, sorts }: Props<Filter>) {
  const { t } = useTranslation()
  const choices = sorts.flatMap(({ sort, header }) => [
    { order: sort, label: t('table.ascending', { name: header }) },
    { order: `-${sort}`, label: t('table.descending', { name: header }) },
  ])
  const own = list.spec.defaultOrder
  const known = choices.some(({ order }) => order === own)
  return (
    <TextField
      select
      label={t('table.sortBy')}
      value={list.state.order}
      onChange={(event) => list.change({ order: event.target.value })}
    >
      {!known && <MenuItem value={own}>{t('table.ownOrder')}</MenuItem>}
      {choices.map(({ order, label }) => (
        <MenuItem key={order} value={order}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  )
}
