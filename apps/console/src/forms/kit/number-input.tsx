import TextField from '@mui/material/TextField'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './field.ts'

/** A whole number. What cannot be read as one goes to the schema as NaN, which refuses it in words. */
export function NumberInput<Values extends FieldValues, Checked>(
  props: FieldProps<Values, Checked>,
) {
  const { field, invalid, below } = useField(props)
  const value = field.value as unknown
  return (
    <TextField
      label={props.label}
      required={props.required ?? false}
      type="number"
      name={field.name}
      value={typeof value === 'number' && !Number.isNaN(value) ? value : ''}
      onChange={(event) =>
        field.onChange(event.target.value === '' ? Number.NaN : Number(event.target.value))
      }
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={invalid}
      helperText={below}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
    />
  )
}
