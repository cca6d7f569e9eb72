import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'

type Props<Mode extends string> = {
  readonly label: string
  readonly value: Mode
  readonly modes: readonly { readonly value: Mode; readonly name: string }[]
  readonly onChange: (mode: Mode) => void
}

/** What a studio with several kinds of work is to make. */
export const Modes = <Mode extends string>({ label, value, modes, onChange }: Props<Mode>) => (
  <ToggleButtonGroup
    exclusive
    fullWidth
    size="small"
    aria-label={label}
    value={value}
    onChange={(_, mode: Mode | null) => {
      if (mode !== null) onChange(mode)
    }}
  >
    {modes.map((mode) => (
      <ToggleButton key={mode.value} value={mode.value} sx={{ textTransform: 'none' }}>
        {mode.name}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)
