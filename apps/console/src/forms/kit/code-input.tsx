import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { lazy, type ReactNode, Suspense, useCallback, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type Fault, jsonFault } from '../../lib/json-fault.ts'
import { formattedJson } from '../../lib/json-rows.ts'
import { tokensOf } from '../../ui/theme/tokens.ts'
import { type FieldProps, useField } from './field.ts'
import { radius } from '../../ui/theme/radius.ts'

const CodeEditor = lazy(async () => ({
  default: (await import('../../ui/code/code-editor.tsx')).CodeEditor,
}))

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  /** Beside "Format", such as the way back to rows. */
  readonly action?: ReactNode
}

/** JSON as code. The line that is wrong is said under it, and marked in it. */
export function CodeInput<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { t } = useTranslation()
  const helpId = useId()
  const { field, invalid, below } = useField(props)
  const text = String(field.value ?? '')
  const fault = jsonFault(text)
  const faultText = useCallback((place: Fault) => t('form.jsonFault', place), [t])
  const wrong = invalid || fault !== undefined
  return (
    <Box role="group" aria-label={props.label}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography variant="subtitle2" sx={{ flex: 1 }}>
          {props.label}
        </Typography>
        <Button
          size="small"
          disabled={fault !== undefined || text.trim() === ''}
          onClick={() => field.onChange(formattedJson(text))}
        >
          {t('form.format')}
        </Button>
        {props.action}
      </Box>
      <Box
        sx={(theme) => ({
          border: 1,
          borderRadius: radius('control'),
          overflow: 'hidden',
          bgcolor: 'background.paper',
          borderColor: wrong ? 'error.main' : tokensOf[theme.palette.mode].controlLine,
          '&:focus-within': {
            borderColor: wrong ? 'error.main' : 'primary.main',
            boxShadow: `inset 0 0 0 1px ${theme.palette[wrong ? 'error' : 'primary'].main}`,
          },
        })}
      >
        <Suspense fallback={<Skeleton variant="rectangular" height={80} />}>
          <CodeEditor
            value={text}
            onChange={field.onChange}
            onBlur={field.onBlur}
            label={props.label}
            describedBy={helpId}
            invalid={wrong}
            faultText={faultText}
          />
        </Suspense>
      </Box>
      <FormHelperText id={helpId} error={wrong} role={wrong ? 'alert' : undefined}>
        {[invalid ? below : undefined, fault && faultText(fault)].filter(Boolean).join(' ') ||
          (below ?? t('form.jsonEmpty'))}
      </FormHelperText>
    </Box>
  )
}
