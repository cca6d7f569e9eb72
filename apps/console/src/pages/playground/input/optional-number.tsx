import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  readonly label: string
  readonly value: number | null
  /** The least, the most, and the step; a step of one asks for whole numbers. */
  readonly range: readonly [number, number, number]
  readonly onChange: (value: number | null) => void
}

/** A number that need not be there. What is out of range says so and is not taken over. */
export function OptionalNumber({ label, value, range: [least, most, step], onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const read = (text: string): number | null | undefined => {
    if (text.trim() === '') return null
    const number = Number(text)
    const fits = number >= least && number <= most && (step !== 1 || Number.isInteger(number))
    return fits ? number : undefined
  }
  const invalid = typed !== null && read(typed) === undefined
  return (
    <TextField
      label={label}
      value={typed ?? value ?? ''}
      placeholder={t('playground.usual')}
      error={invalid}
      helperText={invalid && t('playground.range', { least, most })}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        const number = read(text)
        if (number !== undefined) onChange(number)
      }}
      // What counts is shown: a text that was no number goes.
      onBlur={() => setTyped(null)}
      slotProps={{
        htmlInput: { inputMode: step === 1 ? 'numeric' : 'decimal' },
        inputLabel: { shrink: true },
      }}
    />
  )
}
