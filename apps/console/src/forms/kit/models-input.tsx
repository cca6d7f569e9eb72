import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconListCheck } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ChipsInput } from './chips-input.tsx'
import { type FieldProps, useField } from './field.ts'
import { part } from '../../ui/part.ts'

const ModelPicker = part(async () => ({
  default: (await import('./model-picker.tsx')).ModelPicker,
}))

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  readonly options: readonly string[]
  readonly placeholder?: string
  /** Beside the picker's button, such as "Fetch models". */
  readonly actions?: ReactNode
  /** Shown under the buttons: the outcome of the last one pressed. */
  readonly below?: ReactNode
}

/** Models as chips to type and paste into, with a picker for long lists. */
export function ModelsInput<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { t } = useTranslation()
  const { field } = useField(props)
  const [picking, setPicking] = useState(false)
  return (
    <>
      <ChipsInput {...props} />
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mt: -2 }}>
        <Button
          size="small"
          variant="outlined"
          startIcon={<IconListCheck size={16} stroke={1.5} />}
          onClick={() => setPicking(true)}
        >
          {t('form.models.choose')}
        </Button>
        {props.actions}
      </Box>
      {props.below}
      {picking && (
        <Suspense>
          <ModelPicker
            offered={props.options}
            chosen={(field.value ?? []) as string[]}
            onPick={(models) => {
              field.onChange([...models])
              setPicking(false)
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
