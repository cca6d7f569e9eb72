import { check, fieldFaults } from '@posthouse/contract/field-messages'
import { useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  set,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { summaryOf } from '../../api/refusal.ts'
import { putFaults } from './put-faults.ts'

/** As the body will be: an input left empty is not there, instead of there without a value. */
function asSent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asSent)
  if (typeof value !== 'object' || value === null) return value
  const given = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(given.map(([name, inner]) => [name, asSent(inner)]))
}

/** Checks a form with the schema that the server checks with; errors carry the message's key. */
function contractResolver<Values extends FieldValues, Checked>(
  schema: z.ZodType<Checked, Values>,
): Resolver<Values, unknown, Checked> {
  return (values) => {
    const checked = check(schema, asSent(values))
    if (checked.success) return { values: checked.data, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const [path, message] of Object.entries(fieldFaults(checked.error))) {
      set(errors, path === '' ? 'root' : path, { type: 'contract', message })
    }
    return { values: {}, errors }
  }
}

export type ContractForm<Values extends FieldValues, Checked> = {
  readonly form: UseFormReturn<Values, unknown, Checked>
  /** For `onSubmit` of the form element. */
  readonly submit: () => Promise<void>
  /** What the server refused, when no field says it. */
  readonly submitError: string
  readonly loading: boolean
}

/**
 * A form over a schema of the contract. `send` runs with checked values; what it throws is told once: by the
 * fields that the server names, else by the summary at the top. Its call is a quiet one.
 */
export function useContractForm<Values extends FieldValues, Checked>(
  schema: z.ZodType<Checked, Values>,
  defaultValues: DefaultValues<Values>,
  send: (values: Checked) => Promise<unknown>,
): ContractForm<Values, Checked> {
  const form = useForm<Values, unknown, Checked>({
    defaultValues,
    resolver: contractResolver(schema),
    mode: 'onTouched',
  })
  const [submitError, setSubmitError] = useState('')
  const submit = form.handleSubmit(async (values) => {
    setSubmitError('')
    try {
      await send(values)
    } catch (error) {
      if (!putFaults(form, error)) setSubmitError(summaryOf(error))
    }
  })
  return { form, submit, submitError, loading: form.formState.isSubmitting }
}
