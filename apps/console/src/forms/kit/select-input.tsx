import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './field.ts'

type Choice = { readonly value: string | number; readonly label: ReactNode }

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  readonly choices: readonly Choice[]
  readonly onChoice?: (value: string | number) => void
}

export function SelectInput<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { field, invalid, below } = useField(props)
  const value: unknown = field.value
  const hasEmpty = props.choices.some((choice) => choice.value === '')
  return (
    <TextField
      select
      label={props.label}
      required={props.required ?? false}
      name={field.name}
      value={props.choices.some((choice) => choice.value === value) ? value : ''}
      onChange={(event) => {
        const chosen = props.choices.find(
          (choice) => String(choice.value) === String(event.target.value),
        )
        field.onChange(chosen?.value)
        if (chosen !== undefined) props.onChoice?.(chosen.value)
      }}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={invalid}
      helperText={below}
      // A choice of nothing is a choice: its words are shown, the label stands above.
      slotProps={hasEmpty ? { inputLabel: { shrink: true }, select: { displayEmpty: true } } : {}}
    >
      {props.choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
