import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from '../../forms/kit/field.ts'
import { dollarsOfMicros, multiplierOfTyped } from '../../lib/money/line-amount.ts'
import { microsOfMultiplier } from '../../lib/money/multiplier.ts'

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  /** A million tokens, or a call. */
  readonly per: 'million' | 'call'
}

/** A multiplier of the form, shown and typed in dollars. */
export function AmountInput<Values extends FieldValues, Checked>({
  per,
  ...props
}: Props<Values, Checked>) {
  const { field, invalid, below } = useField(props)
  const stored = String(field.value ?? '')
  const [typed, setTyped] = useState<string | null>(null)
  const own = dollarsOf(stored, per) ?? stored
  // Keep the typed text, such as `2.50`, while it equals the form's value.
  const text = typed !== null && multiplierOfTyped(typed, per) === stored ? typed : own
  return (
    <TextField
      label={props.label}
      required
      value={text}
      onChange={({ target }) => {
        setTyped(target.value)
        field.onChange(multiplierOfTyped(target.value, per))
      }}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={invalid}
      helperText={below}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
      }}
    />
  )
}

/** Multiplier 1 is one unit a token, and 1 000 units a call. */
const microsAMultiplier = { million: 1n, call: 1_000n }

function dollarsOf(multiplier: string, per: keyof typeof microsAMultiplier): string | undefined {
  const micros = microsOfMultiplier(multiplier)
  return micros === undefined
    ? undefined
    : dollarsOfMicros(String(BigInt(micros) * microsAMultiplier[per]), per)
}
