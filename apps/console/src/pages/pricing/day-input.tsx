import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayStart, dayText } from '../../lib/time/utc-day.ts'

type Props = {
  readonly label: string
  /** Epoch seconds. */
  readonly day: number | undefined
  /** Without a day the line would have no condition left. */
  readonly required: boolean
  /** What the form says of it. */
  readonly fault: string
  readonly onDay: (day: number | undefined) => void
}

/** A day in UTC. A day that is needed and missing stays missing in the field, and does not change the price. */
export function DayInput({ label, day, required, fault, onDay }: Props) {
  const { t } = useTranslation()
  const [isEmptied, setEmptied] = useState(false)
  const message = isEmptied ? t('pricing.noDay') : fault
  return (
    <TextField
      type="date"
      size="small"
      label={label}
      value={day === undefined || isEmptied ? '' : dayText(day)}
      onChange={({ target }) => {
        const next = dayStart(target.value)
        setEmptied(next === undefined && required)
        if (next !== undefined || !required) onDay(next)
      }}
      error={message !== ''}
      helperText={message === '' ? undefined : message}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
