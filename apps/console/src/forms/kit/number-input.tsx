import TextField from '@mui/material/TextField'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './field.ts'

/** An empty input is nothing; what cannot be read as a number goes to the schema as NaN, which refuses it in words. */
const numberIn = ({ value, validity }: HTMLInputElement): number | null =>
  value === '' && !validity.badInput
    ? null
    : Math.min(value === '' ? Number.NaN : Number(value), Number.MAX_VALUE)

/** A whole number. */
export function NumberInput<Values extends FieldValues, Checked>(
  props: FieldProps<Values, Checked> & {
    /** An empty input means "not set" instead of an error. */
    readonly optional?: boolean
  },
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
        field.onChange(
          numberIn(event.currentTarget as HTMLInputElement) ??
            (props.optional === true ? undefined : null),
        )
      }
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={invalid}
      helperText={below}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
    />
  )
}
