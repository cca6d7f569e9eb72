import { check, fieldFaults } from '@posthouse/contract/field-messages'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { IconCheck } from '@tabler/icons-react'
import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { fieldText } from '../../forms/kit/field-text.ts'
import { radius } from '../../ui/theme/radius.ts'

type Props = {
  readonly value: number
  /** Of the contract: what it refuses is told in its words. */
  readonly schema: z.ZodType
  readonly label: string
  /** What the number is called in a refusal. */
  readonly field: string
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
  '&[aria-invalid=true]': {
    borderColor: theme.palette.error.main,
    outlineColor: theme.palette.error.main,
  },
  // A label stands before it, which the ring must not touch.
  'dd &': { ml: -0.75, mr: 0, textAlign: 'left' },
})

/** Empty: nothing, which a schema knows as missing. */
const numberIn = (draft: string): number | null =>
  draft.trim() === '' ? null : Math.min(Number(draft), Number.MAX_VALUE)

/** A number changed where it stands: Enter or the tick saves, Esc and leaving take the old one back. */
export function InlineNumber({ value, schema, label, field, save }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const number = numberIn(draft ?? String(value))
  const error = draft === null ? undefined : check(schema, number).error
  const fault = error === undefined ? '' : (fieldFaults(error)[''] ?? 'field.invalid')
  const hint = draft === null ? '' : t('table.enterSaves')
  const changed = number !== null && fault === '' && number !== value

  const commit = async () => {
    if (!changed || number === null) return
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
      <Tooltip
        open={fault !== ''}
        // Below, it would lie over the next row or the pager.
        placement="top"
        title={fault === '' ? hint : fieldText(fault, field)}
        describeChild
      >
        <Box
          component="input"
          value={draft ?? String(value)}
          disabled={saving}
          inputMode="numeric"
          aria-label={label}
          aria-invalid={fault !== ''}
          onChange={(event: ChangeEvent<HTMLInputElement>) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => !saving && setDraft(null)}
          sx={look}
        />
      </Tooltip>
    </Box>
  )
}
