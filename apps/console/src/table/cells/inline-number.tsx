import InputBase from '@mui/material/InputBase'
import Tooltip from '@mui/material/Tooltip'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  readonly value: number
  readonly min: number
  readonly label: string
  readonly save: (value: number) => Promise<unknown>
}

/** A number changed where it stands: Enter saves, Esc and leaving take the old one back. */
export function InlineNumber({ value, min, label, save }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const number = Number(draft)
  const valid = draft === null || (/^\d+$/.test(draft) && number >= min)

  const onKeyDown = async (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') setDraft(null)
    if (event.key !== 'Enter' || draft === null || !valid) return
    setSaving(true)
    await save(number).catch(() => null)
    setSaving(false)
    setDraft(null)
  }
  return (
    <Tooltip title={draft === null ? '' : t(valid ? 'table.enterSaves' : 'table.atLeast', { min })}>
      <InputBase
        value={draft ?? String(value)}
        disabled={saving}
        error={!valid}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => void onKeyDown(event)}
        onBlur={() => setDraft(null)}
        slotProps={{ input: { 'aria-label': label, inputMode: 'numeric' } }}
        sx={{
          'dd &': { ml: -1.75, mr: 0, '& input': { textAlign: 'left' } },
          mr: -1.75,
          width: 52,
          fontSize: 13,
          border: 1,
          borderColor: valid ? 'transparent' : 'error.main',
          borderRadius: '6px',
          '& input': { textAlign: 'right', px: 1.5, py: 0.5, fontVariantNumeric: 'tabular-nums' },
          '&:hover, &.Mui-focused': { borderColor: valid ? 'text.secondary' : 'error.main' },
        }}
      />
    </Tooltip>
  )
}
