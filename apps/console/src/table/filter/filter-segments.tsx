import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '../column.ts'

type Props = {
  readonly field: FilterField<string>
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A filter of a few choices, each one click away. */
export function FilterSegments({ field, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={field.label}
      value={value}
      onChange={(_, chosen: string | null) => onChange(chosen ?? '')}
      sx={{
        '& button': {
          height: 36,
          px: 3,
          textTransform: 'none',
          fontSize: 13,
          whiteSpace: 'nowrap',
        },
      }}
    >
      <ToggleButton value="">{t('table.all')}</ToggleButton>
      {field.choices?.map((choice) => (
        <ToggleButton key={choice.value} value={choice.value}>
          {choice.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
