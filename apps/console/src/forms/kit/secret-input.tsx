import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { monospace } from '../../ui/theme/create-theme.ts'
import { type FieldProps, useField } from './field.ts'
import { radius } from '../../ui/theme/radius.ts'

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  /** How stored secrets may be told apart; empty when none is stored. */
  readonly stored: readonly string[]
  readonly rows?: number
}

/** A secret goes in and never comes out: what is stored is named by its end and can be replaced. */
export function SecretInput<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { t } = useTranslation()
  const { field, invalid, below } = useField(props)
  const [replacing, setReplacing] = useState(props.stored.length === 0)
  const keep = () => {
    field.onChange('')
    setReplacing(false)
  }
  if (replacing) {
    return (
      <Box>
        <NewSecret {...props} />
        {props.stored.length > 0 && (
          <Button size="small" onClick={keep} sx={{ mt: 1 }}>
            {t('form.keepSecret')}
          </Button>
        )}
      </Box>
    )
  }
  return (
    <Box role="group" aria-label={props.label}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          border: 1,
          borderColor: invalid ? 'error.main' : 'divider',
          borderRadius: radius('control'),
          pl: 3.5,
          minHeight: 40,
        }}
      >
        <Typography variant="body2" color="textSecondary">
          {props.label}
        </Typography>
        <Typography
          variant="body2"
          sx={{ flex: 1, fontFamily: monospace, overflowWrap: 'anywhere' }}
        >
          {props.stored.slice(0, 3).join('  ')}{' '}
          {props.stored.length > 3 && `+${props.stored.length - 3}`}
        </Typography>
        <Button size="small" onClick={() => setReplacing(true)}>
          {t('form.replaceSecret')}
        </Button>
      </Box>
      {invalid && <FormHelperText error>{below}</FormHelperText>}
    </Box>
  )
}

/** Typed or pasted unseen, one line or several; the eye shows it to who asks. */
function NewSecret<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { t } = useTranslation()
  const { field, invalid, below } = useField(props)
  const [shown, setShown] = useState(false)
  const eye = (
    <InputAdornment position="end">
      <IconButton
        edge="end"
        aria-label={t(shown ? 'form.hideSecret' : 'form.showSecret')}
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
      autoFocus={props.stored.length > 0}
      multiline
      minRows={props.rows ?? 1}
      maxRows={12}
      name={field.name}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={invalid}
      helperText={below}
      slotProps={{
        input: { endAdornment: eye },
        htmlInput: {
          // No field of several lines hides what is typed by its type.
          style: { fontFamily: monospace, WebkitTextSecurity: shown ? 'none' : 'disc' },
          autoComplete: 'off',
          spellCheck: false,
        },
      }}
    />
  )
}
