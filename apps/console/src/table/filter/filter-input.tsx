import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { fieldText } from '../../forms/kit/field-text.ts'
import { documentLanguage } from '../../i18n/index.ts'
import { readersTimeZone } from '../../lib/time/format-time.ts'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { lengthMost } from '../../lib/length-most.ts'
import type { FilterField } from '../column.ts'
import { useTypedText } from './use-typed-text.ts'

type Props = {
  readonly field: FilterField<string>
  readonly value: string
  readonly schema: z.ZodType
  readonly onChange: (value: string) => void
}

/** One filter. It works as one types; nothing has to be sent. */
export function FilterInput({ field, value, schema, onChange }: Props) {
  const { t } = useTranslation()
  switch (field.kind) {
    case 'text':
      return <TextFilter field={field} value={value} schema={schema} onChange={onChange} />
    case 'choice':
    case 'segments':
      return (
        <TextField
          select
          label={field.label}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        >
          <MenuItem value="">{t('table.all')}</MenuItem>
          {field.choices?.map((choice) => (
            <MenuItem key={choice.value} value={choice.value}>
              {choice.label}
            </MenuItem>
          ))}
        </TextField>
      )
    case 'time':
      return (
        <DateTimeField
          label={field.label}
          seconds={Number(value) || null}
          onChange={(seconds) => onChange(seconds === null ? '' : String(seconds))}
          language={documentLanguage()}
          below={t('form.inZone', { zone: readersTimeZone() })}
          clearable
        />
      )
  }
}

function TextFilter({ field, value, schema, onChange }: Props) {
  const { text, type, fault, commit } = useTypedText(value, onChange, schema)
  return (
    <TextField
      label={field.label}
      type="search"
      value={text}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      error={fault !== ''}
      helperText={fieldText(fault, field.label)}
      slotProps={{
        htmlInput: { maxLength: lengthMost(schema) },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <IconSearch size={16} stroke={1.5} />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
