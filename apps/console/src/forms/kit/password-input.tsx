import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './field.ts'
import { PasswordField } from './password-field.tsx'

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  readonly autoComplete: 'current-password' | 'new-password'
  readonly autoFocus?: boolean
}

export function PasswordInput<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { field, invalid, below } = useField(props)
  return (
    <PasswordField
      name={field.name}
      label={props.label}
      required={props.required ?? false}
      autoComplete={props.autoComplete}
      autoFocus={props.autoFocus ?? false}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      fault={invalid ? (below ?? '') : ''}
      help={below}
    />
  )
}
