import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import Popover from '@mui/material/Popover'
import useMediaQuery from '@mui/material/useMediaQuery'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '../column.ts'
import { FilterInput } from './filter-input.tsx'
import { type SortChoice, SortSelect } from './sort-select.tsx'
import type { List } from '../state/use-list.ts'

type Props<Filter extends string> = {
  readonly list: List<Filter>
  readonly fields: readonly FilterField<Filter>[]
  readonly found: number | undefined
  /** What can be sorted by here; empty where the headers of a table do it. */
  readonly sorts: readonly SortChoice[]
}

/** The filters beyond the search box: a panel at the button, a sheet from below on a phone. */
export function FilterPanel<Filter extends string>(props: Props<Filter>) {
  const { t } = useTranslation()
  const phone = useMediaQuery('(max-width:600px)', { noSsr: true })
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { list, fields } = props
  const active = fields.filter((field) => list.state.filters[field.name] !== '').length
  const close = () => setAnchor(null)
  const content = <FilterGroup {...props} narrow={!phone} onClose={close} />
  return (
    <>
      <Badge badgeContent={active} color="primary">
        <Button
          variant="outlined"
          color="inherit"
          aria-label={t('table.filters')}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={phone ? { minWidth: 44, px: 0 } : { gap: 2 }}
        >
          <IconFilter size={16} stroke={1.5} />
          {!phone && t('table.filters')}
        </Button>
      </Badge>
      {phone ? (
        <Drawer
          anchor="bottom"
          open={anchor !== null}
          onClose={close}
          slotProps={{ paper: { role: 'dialog', 'aria-label': t('table.filters') } }}
        >
          {content}
        </Drawer>
      ) : (
        <Popover
          anchorEl={anchor}
          open={anchor !== null}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': t('table.filters'), sx: { mt: 1 } } }}
        >
          {content}
        </Popover>
      )}
    </>
  )
}

type GroupProps<Filter extends string> = Props<Filter> & {
  readonly narrow: boolean
  readonly onClose: () => void
}

function FilterGroup<Filter extends string>(props: GroupProps<Filter>) {
  const { t } = useTranslation()
  const { list, fields, found, sorts, narrow, onClose } = props
  const many = fields.length > 4
  return (
    <Box
      role="group"
      aria-label={t('table.filters')}
      sx={{
        p: 4,
        pt: 6,
        display: 'grid',
        gap: 5,
        // Many filters lie in two columns: the panel stays whole beside its button.
        ...(narrow && { width: many ? 560 : 320 }),
        ...(narrow && many && { gridTemplateColumns: '1fr 1fr', alignItems: 'start' }),
      }}
    >
      {fields.map((field) => (
        <FilterInput
          key={field.name}
          field={field}
          value={list.state.filters[field.name]}
          schema={list.spec.query.shape[field.name]}
          onChange={(value) => change(list, field.name, value)}
        />
      ))}
      {sorts.length > 0 && <SortSelect list={list} sorts={sorts} />}
      <Button
        variant="contained"
        onClick={onClose}
        sx={{ position: 'sticky', bottom: 16, gridColumn: '1 / -1' }}
      >
        {found === undefined ? t('action.close') : t('table.show', { count: found })}
      </Button>
    </Box>
  )
}

/** One filter changes; the object is typed by the list's own names. */
export function change<Filter extends string>(
  list: List<Filter>,
  name: Filter,
  value: string,
): void {
  const filters: Partial<Record<Filter, string>> = {}
  filters[name] = value
  list.change({ filters }, { replace: true })
}
