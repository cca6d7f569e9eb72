import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from './field.ts'

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  readonly autoComplete: 'current-password' | 'new-password'
  readonly autoFocus?: boolean
}

export function PasswordInput<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { t } = useTranslation()
  const { field, invalid, below } = useField(props)
  const [shown, setShown] = useState(false)
  const eye = (
    <InputAdornment position="end">
      <IconButton
        edge="end"
        aria-label={t(shown ? 'form.hidePassword' : 'form.showPassword')}
        onClick={() => setShown(!shown)}
      >
        {shown ? <IconEyeOff size={18} stroke={1.5} /> : <IconEye size={18} stroke={1.5} />}
      </IconButton>
    </InputAdornment>
  )
  return (
    <TextField
      label={props.label}
      required={props.required ?? false}
      autoFocus={props.autoFocus ?? false}
      type={shown ? 'text' : 'password'}
      name={field.name}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={invalid}
      helperText={below}
      slotProps={{ input: { endAdornment: eye }, htmlInput: { autoComplete: props.autoComplete } }}
    />
  )
}
