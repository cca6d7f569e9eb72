import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { radius } from '../../ui/theme/radius.ts'

type Props = {
  readonly value: number
  readonly min: number
  readonly label: string
  readonly save: (value: number) => Promise<unknown>
}

const look = (theme: Theme) => ({
  width: 52,
  height: 28,
  px: 1.5,
  mr: -1.75,
  font: 'inherit',
  fontSize: 13,
  color: 'inherit',
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
  backgroundColor: 'transparent',
  border: '1px solid transparent',
  borderRadius: radius('chip'),
  '&:hover': { borderColor: theme.palette.text.secondary },
  '&:focus': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -1 },
  '&[aria-invalid=true]': { borderColor: theme.palette.error.main },
  'dd &': { ml: -1.75, mr: 0, textAlign: 'left' },
})

/** A number changed where it stands: Enter or the tick saves, Esc and leaving take the old one back. */
export function InlineNumber({ value, min, label, save }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const number = Number(draft)
  const valid = draft === null || (/^\d+$/.test(draft) && number >= min)
  const changed = draft !== null && valid && number !== value

  const commit = async () => {
    if (!changed) return
    setSaving(true)
    await save(number).catch(() => null)
    setSaving(false)
    setDraft(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') setDraft(null)
    if (event.key === 'Enter') void commit()
  }
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center' }}>
      {changed && (
        // Pressed before the field is left, which would take the draft back.
        <IconButton
          size="small"
          aria-label={t('table.saveOf', { name: label })}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void commit()}
          sx={{ mr: 1 }}
        >
          <IconCheck size={16} />
        </IconButton>
      )}
      <Box
        component="input"
        value={draft ?? String(value)}
        disabled={saving}
        inputMode="numeric"
        aria-label={label}
        aria-invalid={!valid}
        title={
          draft === null ? undefined : t(valid ? 'table.enterSaves' : 'table.atLeast', { min })
        }
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => !saving && setDraft(null)}
        sx={look}
      />
    </Box>
  )
}
