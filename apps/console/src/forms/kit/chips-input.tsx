import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './field.ts'

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  readonly options?: readonly string[]
  readonly placeholder?: string
}

const separators = /[\s,，;；]+/

/** A list of short texts: chosen, typed, or pasted with commas, spaces or lines between. */
export function ChipsInput<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { field, invalid, below } = useField(props)
  const value = (field.value ?? []) as string[]
  const change = (entries: readonly string[]) => {
    const words = entries.flatMap((entry) => entry.split(separators)).filter((word) => word !== '')
    field.onChange([...new Set(words)])
  }
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      disableCloseOnSelect
      // A chosen one that is listed would be highlighted, and leaving the field would take it away.
      filterSelectedOptions
      limitTags={12}
      options={[...(props.options ?? [])]}
      value={value}
      onChange={(_, entries) => change(entries)}
      onBlur={field.onBlur}
      slotProps={{ chip: { size: 'small' } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={props.label}
          required={props.required ?? false}
          inputRef={field.ref}
          error={invalid}
          helperText={below}
          placeholder={value.length === 0 ? (props.placeholder ?? '') : ''}
        />
      )}
    />
  )
}
