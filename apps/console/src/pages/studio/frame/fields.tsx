import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'

type TextProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly fault?: string | undefined
  readonly rows?: number
  readonly required?: boolean
  /** Below, where nothing is wrong. */
  readonly help?: string
}

/** A text of several lines. */
export function TextArea(props: TextProps) {
  const { label, value, onChange, fault, rows = 4, required = false, help } = props
  return (
    <TextField
      label={label}
      multiline
      minRows={rows}
      maxRows={12}
      required={required}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={fault !== undefined}
      helperText={fault ?? help}
    />
  )
}

type ChoiceProps = {
  readonly label: string
  /** Empty, or none of the choices: it is up to the model. */
  readonly value: string
  readonly choices: readonly string[]
  readonly onChange: (value: string) => void
  /** How a choice is shown; absent: as it is. */
  readonly nameOf?: (choice: string) => string
}

/** One of some values, or what the model likes. */
export function Choice({ label, value, choices, onChange, nameOf }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <TextField
      select
      label={label}
      value={choices.includes(value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">{t('studio.automatic')}</MenuItem>
      {choices.map((choice) => (
        <MenuItem key={choice} value={choice}>
          {nameOf?.(choice) ?? choice}
        </MenuItem>
      ))}
    </TextField>
  )
}
