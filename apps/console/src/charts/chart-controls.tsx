import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chart } from './use-chart-state.ts'

export type ChartOptions = {
  readonly measures: readonly { readonly id: string; readonly label: string }[]
  /** What the lines can be of. */
  readonly bys: readonly { readonly id: string; readonly label: string }[]
  /** Stands last: what folds the card, for one. */
  readonly corner?: ReactNode
}

type Props = ChartOptions & { readonly chart: Chart; readonly canCompare: boolean }

/** What is shown, by what, against what, and how. */
export function ChartControls({ measures, bys, corner, chart, canCompare }: Props) {
  const { t } = useTranslation()
  const { state, change } = chart
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
      {measures.length > 1 && (
        <Choice
          label={t('chart.measure')}
          value={state.measure}
          options={measures}
          onChange={(measure) => change({ measure })}
        />
      )}
      {bys.length > 1 && (
        <Choice
          label={t('chart.by')}
          value={state.by}
          options={bys}
          onChange={(by) => change({ by })}
        />
      )}
      {canCompare && (
        <FormControlLabel
          sx={{ mx: 0 }}
          control={
            <Switch
              size="small"
              checked={state.compare}
              onChange={(_, compare) => change({ compare })}
            />
          }
          label={t('chart.compare')}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      )}
      <Button
        size="small"
        aria-pressed={state.asTable}
        onClick={() => change({ asTable: !state.asTable })}
      >
        {t(state.asTable ? 'chart.asChart' : 'chart.asTable')}
      </Button>
      {corner}
    </Box>
  )
}

type ChoiceProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly id: string; readonly label: string }[]
  readonly onChange: (id: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <TextField
    select
    label={label}
    value={options.some(({ id }) => id === value) ? value : (options[0]?.id ?? '')}
    onChange={(event) => onChange(event.target.value)}
    fullWidth={false}
    sx={{ minWidth: 112 }}
  >
    {options.map((option) => (
      <MenuItem key={option.id} value={option.id}>
        {option.label}
      </MenuItem>
    ))}
  </TextField>
)
