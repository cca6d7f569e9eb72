import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dollarsOfMicros, microsOfDollars, type Per } from '../../lib/money/line-amount.ts'

type Props = {
  readonly label: string
  readonly placeholder: string
  readonly per: Per
  /** Micro-quota a unit. */
  readonly amount: string | undefined
  /** What the form says of it. */
  readonly fault?: string
  /** Null: without a price of its own. */
  readonly onAmount: (amount: string | null) => void
}

/** An amount in dollars. Invalid input stays in the field and does not change the price. */
export function LineAmount({ label, placeholder, per, amount, fault = '', onAmount }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const own = amount === undefined ? '' : dollarsOfMicros(amount, per)
  const micros = typed === null ? undefined : microsOfDollars(typed, per)
  const invalid = typed !== null && typed.trim() !== '' && micros === undefined
  const message = invalid ? t('pricing.noAmount') : fault
  return (
    <TextField
      size="small"
      label={label}
      value={invalid || micros === amount ? (typed ?? own) : own}
      placeholder={placeholder}
      onChange={({ target }) => {
        setTyped(target.value)
        const next = microsOfDollars(target.value, per)
        if (target.value.trim() === '') onAmount(null)
        else if (next !== undefined) onAmount(next)
      }}
      error={message !== ''}
      helperText={message === '' ? undefined : message}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { inputMode: 'decimal' } }}
    />
  )
}
