import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { useId } from 'react'

type Props = Omit<OutlinedInputProps, 'id' | 'label' | 'error'> & {
  readonly label: string
  /** What is wrong, in words; empty when nothing is. */
  readonly fault: string
  readonly help?: string | undefined
}

/** The library's text field without the selects and other looks that it brings along. */
export function OutlinedField({ label, fault, help, required = false, ...input }: Props) {
  const id = useId()
  const below = fault === '' ? help : fault
  return (
    <FormControl fullWidth size="small" variant="outlined" required={required} error={fault !== ''}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        {...input}
        id={id}
        label={label}
        aria-describedby={below === undefined ? undefined : `${id}-below`}
      />
      {below !== undefined && <FormHelperText id={`${id}-below`}>{below}</FormHelperText>}
    </FormControl>
  )
}
