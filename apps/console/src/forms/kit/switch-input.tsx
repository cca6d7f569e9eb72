import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './field.ts'

/** Where the label begins: a switch is 58 wide and stands 11 out to the left. */
const besideSwitch = '47px'

export function SwitchInput<Values extends FieldValues, Checked>(
  props: FieldProps<Values, Checked> & {
    /** After it was turned by hand. */
    readonly onTurn?: (checked: boolean) => void
  },
) {
  const { field, below } = useField(props)
  return (
    <FormControl>
      <FormControlLabel
        label={props.label}
        control={
          <Switch
            name={field.name}
            checked={field.value === true}
            onChange={(_, checked) => {
              field.onChange(checked)
              props.onTurn?.(checked)
            }}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref } }}
          />
        }
      />
      {below !== undefined && (
        <FormHelperText sx={{ mt: 0, ml: besideSwitch }}>{below}</FormHelperText>
      )}
    </FormControl>
  )
}
