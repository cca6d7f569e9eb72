import {
  type Control,
  type FieldPath,
  type FieldValues,
  useController,
  type UseControllerReturn,
} from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldText, firstMessage } from './field-text.ts'

/** What every input of a form takes. */
export type FieldProps<Values extends FieldValues, Checked> = {
  readonly control: Control<Values, unknown, Checked>
  readonly name: FieldPath<Values>
  readonly label: string
  readonly help?: string
  readonly required?: boolean
  /** How the number in a message is written. */
  readonly written?: (bound: number) => string
  /** Words of the input's own for a message: what it takes as typed is not what is sent. */
  readonly reworded?: (message: string) => string
}

type Field<Values extends FieldValues> = {
  readonly field: UseControllerReturn<Values>['field']
  readonly invalid: boolean
  /** The error, else the help: the text under the input. */
  readonly below: string | undefined
}

/** Ties an input to its form: value, focus, error. What was changed is checked as its field is left. */
export function useField<Values extends FieldValues, Checked>(
  props: FieldProps<Values, Checked>,
): Field<Values> {
  // The words of an error follow the language.
  useTranslation()
  const { field, fieldState } = useController({ control: props.control, name: props.name })
  const told = firstMessage(fieldState.error)
  const message = props.reworded?.(told) ?? told
  // Whoever passes through an empty field has not answered wrongly.
  const onBlur = () => {
    if (props.control.getFieldState(props.name).isDirty) field.onBlur()
  }
  return {
    field: { ...field, onBlur },
    invalid: fieldState.invalid,
    below: message === '' ? props.help : fieldText(message, props.label, props.written),
  }
}
