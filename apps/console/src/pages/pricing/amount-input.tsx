import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from '../../forms/kit/field.ts'
import { dollarsOfMultiplier } from '../../lib/money/multiplier.ts'
import { multiplierTyped, type PriceUnit } from './price-store.ts'

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  readonly unit: PriceUnit
}

/** A multiplier of the form, shown and typed in dollars for a million tokens where that is the unit. */
export function AmountInput<Values extends FieldValues, Checked>({
  unit,
  ...props
}: Props<Values, Checked>) {
  const { field, invalid, below } = useField(props)
  const stored = String(field.value ?? '')
  const [typed, setTyped] = useState<string | null>(null)
  const isDollars = unit === 'dollars'
  const own = isDollars ? (dollarsOfMultiplier(stored) ?? stored) : stored
  // Keep the typed text, such as `2.50`, while it equals the form's value.
  const text = typed !== null && (multiplierTyped(typed, unit) ?? typed) === stored ? typed : own
  return (
    <TextField
      label={props.label}
      required
      value={text}
      onChange={({ target }) => {
        setTyped(target.value)
        field.onChange(multiplierTyped(target.value, unit) ?? target.value)
      }}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={invalid}
      helperText={below}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: isDollars
          ? { startAdornment: <InputAdornment position="start">$</InputAdornment> }
          : {},
      }}
    />
  )
}
