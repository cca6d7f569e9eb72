import TextField from '@mui/material/TextField'
import type { FieldValues } from 'react-hook-form'
import { monospace } from '../../ui/theme/create-theme.ts'
import { type FieldProps, useField } from './field.ts'

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  readonly kind?: 'text' | 'email' | 'url' | 'search'
  readonly autoComplete?: string
  readonly autoFocus?: boolean
  readonly code?: boolean
  readonly rows?: number
  readonly placeholder?: string
}

export function TextInput<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { field, invalid, below } = useField(props)
  return (
    <TextField
      label={props.label}
      required={props.required ?? false}
      type={props.kind ?? 'text'}
      autoFocus={props.autoFocus ?? false}
      multiline={props.rows !== undefined}
      minRows={props.rows ?? 1}
      maxRows={12}
      name={field.name}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={invalid}
      helperText={below}
      placeholder={props.placeholder ?? ''}
      slotProps={{
        htmlInput: {
          autoComplete: props.autoComplete ?? 'off',
          ...(props.code === true ? { spellCheck: false, style: { fontFamily: monospace } } : {}),
        },
      }}
    />
  )
}
