import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { documentLanguage } from '../../i18n/index.ts'
import { readersTimeZone } from '../../lib/time/format-time.ts'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { type FieldProps, useField } from './field.ts'

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  /** What the schema takes for "no moment", such as -1 for never. */
  readonly none: number
}

/** Epoch seconds, in the reader's zone, whose name stands under the input. */
export function DateTimeInput<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { t } = useTranslation()
  const { field, invalid, below } = useField(props)
  const value = field.value as unknown
  return (
    <DateTimeField
      label={props.label}
      seconds={typeof value === 'number' && value !== props.none ? value : null}
      onChange={(seconds) => field.onChange(seconds ?? props.none)}
      language={documentLanguage()}
      invalid={invalid}
      below={below ?? t('form.inZone', { zone: readersTimeZone() })}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  )
}
