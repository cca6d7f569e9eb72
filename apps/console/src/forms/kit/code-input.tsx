import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type ReactNode, Suspense, useCallback, useEffect, useId, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type Fault, jsonFault } from '../../lib/json/json-fault.ts'
import { formattedJson } from '../../lib/json/json-rows.ts'
import { tokensOf } from '../../ui/theme/tokens.ts'
import { type FieldProps, useField } from './field.ts'
import { radius } from '../../ui/theme/radius.ts'
import { part } from '../../ui/part.ts'

const CodeEditor = part(async () => ({
  default: (await import('../../ui/code/code-editor.tsx')).CodeEditor,
}))

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  /** Beside "Format", such as the way back to rows. */
  readonly action?: ReactNode
}

/** So long nobody has typed until what stands there is looked at; as long waits the mark in the code. */
const pauseMs = 750

/** JSON as code. The line that is wrong is said under it, and marked in it, once one pauses or leaves. */
export function CodeInput<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { t } = useTranslation()
  const helpId = useId()
  const { field, text, isBroken, fault, faultText, rest } = useJson(props)
  const wrong = fault !== ''
  return (
    <Box role="group" aria-label={props.label}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography variant="subtitle2" sx={{ flex: 1 }}>
          {props.label}
        </Typography>
        <Button
          size="small"
          disabled={isBroken || text.trim() === ''}
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
            onBlur={() => {
              rest()
              field.onBlur()
            }}
            label={props.label}
            describedBy={helpId}
            invalid={wrong}
            faultText={faultText}
          />
        </Suspense>
      </Box>
      <FormHelperText id={helpId} error={wrong} role={wrong ? 'alert' : undefined}>
        {wrong ? fault : (props.help ?? t('form.jsonEmpty'))}
      </FormHelperText>
    </Box>
  )
}

/** The field, and what is wrong with its text in one sentence; empty while somebody types. */
function useJson<Values extends FieldValues, Checked>(props: FieldProps<Values, Checked>) {
  const { t } = useTranslation()
  const { field, invalid, below } = useField(props)
  const text = String(field.value ?? '')
  const broken = jsonFault(text)
  const faultText = useCallback((place: Fault) => t('form.jsonFault', place), [t])
  const { rests, rest } = useRest(text)
  const refused = invalid ? (below ?? '') : ''
  const found = broken === undefined ? refused : faultText(broken)
  return { field, text, isBroken: broken !== undefined, fault: rests ? found : '', faultText, rest }
}

/** Whether a text has not changed for a moment, or was left. */
function useRest(text: string): { readonly rests: boolean; readonly rest: () => void } {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return { rests: text === rested, rest: () => setRested(text) }
}
