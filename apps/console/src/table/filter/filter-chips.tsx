import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/time/format-time.ts'
import type { FilterField } from '../column.ts'
import { change } from './filter-panel.tsx'
import type { List } from '../state/use-list.ts'

type Props<Filter extends string> = {
  readonly list: List<Filter>
  readonly fields: readonly FilterField<Filter>[]
}

/** What the list is filtered by, each with its way out. */
export function FilterChips<Filter extends string>({ list, fields }: Props<Filter>) {
  const { t } = useTranslation()
  const active = fields.filter((field) => list.state.filters[field.name] !== '')
  if (active.length === 0) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', px: 3, pb: 3 }}>
      {active.map((field) => {
        const words = wordsOf(field, list.state.filters[field.name])
        return (
          <Chip
            key={field.name}
            size="small"
            label={`${field.label}: ${words}`}
            onClick={() => change(list, field.name, '')}
            onDelete={() => change(list, field.name, '')}
            deleteIcon={<IconX size={14} />}
            aria-label={t('table.removeFilter', { name: `${field.label}: ${words}` })}
          />
        )
      })}
      <Button size="small" onClick={() => clearFilters(list)}>
        {t('table.reset')}
      </Button>
    </Box>
  )
}

function wordsOf(field: FilterField<string>, value: string): string {
  if (field.kind === 'time') return formatTime(Number(value))
  return field.choices?.find((choice) => choice.value === value)?.label ?? value
}

export function clearFilters<Filter extends string>(list: List<Filter>): void {
  const filters: Partial<Record<Filter, string>> = {}
  for (const name of list.spec.filters) filters[name] = ''
  list.change({ filters })
}
