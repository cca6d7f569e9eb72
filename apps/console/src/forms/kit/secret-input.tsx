import Button from '@mui/material/Button'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { monospace } from '../../ui/theme/create-theme.ts'
import type { FieldProps } from './field.ts'
import { TextInput } from './text-input.tsx'

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  /** How stored secrets may be told apart; empty when none is stored. */
  readonly stored: readonly string[]
  readonly rows?: number
}

/** A secret goes in and never comes out: what is stored is named by its end and can be replaced. */
export function SecretInput<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { t } = useTranslation()
  const [replacing, setReplacing] = useState(props.stored.length === 0)
  if (replacing) {
    return <TextInput {...props} code rows={props.rows ?? 1} autoFocus={props.stored.length > 0} />
  }
  return (
    <Box
      role="group"
      aria-label={props.label}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        border: 1,
        borderColor: 'divider',
        borderRadius: '8px',
        pl: 3.5,
        minHeight: 40,
      }}
    >
      <Typography variant="body2" color="textSecondary">
        {props.label}
      </Typography>
      <Typography variant="body2" sx={{ flex: 1, fontFamily: monospace, overflowWrap: 'anywhere' }}>
        {props.stored.slice(0, 3).join('  ')}{' '}
        {props.stored.length > 3 && `+${props.stored.length - 3}`}
      </Typography>
      <Button size="small" onClick={() => setReplacing(true)}>
        {t('form.replaceSecret')}
      </Button>
    </Box>
  )
}
