import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OutlinedField } from './outlined-field.tsx'

type Props = {
  readonly name: string
  readonly label: string
  readonly required: boolean
  readonly autoComplete: 'current-password' | 'new-password'
  readonly autoFocus: boolean
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  /** What is wrong, in words; empty when nothing is. */
  readonly fault: string
  readonly help?: string | undefined
  readonly inputRef: Ref<HTMLInputElement>
}

/** A password that can be looked at, tied to no form library. */
export function PasswordField(props: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const eye = (
    <InputAdornment position="end">
      <IconButton
        edge="end"
        aria-label={t(shown ? 'action.hidePassword' : 'action.showPassword')}
        onClick={() => setShown(!shown)}
      >
        {shown ? <IconEyeOff size={18} stroke={1.5} /> : <IconEye size={18} stroke={1.5} />}
      </IconButton>
    </InputAdornment>
  )
  return (
    <OutlinedField
      name={props.name}
      label={props.label}
      required={props.required}
      autoFocus={props.autoFocus}
      autoComplete={props.autoComplete}
      type={shown ? 'text' : 'password'}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={() => props.onBlur?.()}
      inputRef={props.inputRef}
      fault={props.fault}
      help={props.help}
      endAdornment={eye}
    />
  )
}
