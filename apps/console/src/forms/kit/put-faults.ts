import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
import { fieldsOf } from '../../api/refusal.ts'

/**
 * Puts what the server refuses of fields to their inputs, the first of which gets the focus. Answers whether
 * that says all of it: what has no input in sight is for a summary to say.
 */
export function putFaults<Values extends FieldValues, Checked>(
  form: UseFormReturn<Values, unknown, Checked>,
  error: unknown,
): boolean {
  const faults = Object.entries(fieldsOf(error))
  for (const [index, [path, message]] of faults.entries()) {
    form.setError(path as Path<Values>, { message }, { shouldFocus: index === 0 })
  }
  return faults.length > 0 && faults.every(([path]) => hasInput(form, path))
}

/** Of an entry of a list (`models.3`) the list's input tells. */
function hasInput<Values extends FieldValues, Checked>(
  { control }: UseFormReturn<Values, unknown, Checked>,
  path: string,
): boolean {
  const parts = path.split('.')
  return parts.some((_, index) => {
    const field: unknown = get(control._fields, parts.slice(0, index + 1).join('.'))
    return isMounted(field)
  })
}

const isMounted = (field: unknown): boolean =>
  (field as { _f?: { mount?: boolean } } | undefined)?._f?.mount === true
