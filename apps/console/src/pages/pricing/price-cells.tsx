import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import type { Price } from '@posthouse/contract/price'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CellField,
  cellMeter,
  cellMicros,
  cellText,
  cellUnit,
} from '../../lib/money/cell-amount.ts'
import { perOf } from '../../lib/money/line-amount.ts'
import { radius } from '../../ui/theme/radius.ts'
import { usePriceDrafts } from './price-store.ts'

const look = (theme: Theme) => ({
  width: 84,
  height: 28,
  px: 1.5,
  font: 'inherit',
  fontSize: 13,
  color: 'inherit',
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
  backgroundColor: 'transparent',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: radius('chip'),
  '&:hover': { borderColor: theme.palette.text.secondary },
  '&:focus': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -1 },
  '&[data-changed=true]': { borderColor: theme.palette.primary.main },
  '&[aria-invalid=true]': {
    borderColor: theme.palette.error.main,
    outlineColor: theme.palette.error.main,
  },
})

type Props = { readonly price: Price; readonly field: CellField }

/** An amount that is changed in place, with its unit. It waits for the bar that saves. */
export function PriceCell({ price, field }: Props) {
  const { t } = useTranslation()
  const unitId = useId()
  const unit = usePriceDrafts((state) => state.unit)
  const text = usePriceDrafts((state) => state.drafts.get(price.model)?.draft[field])
  const previewed = usePriceDrafts((state) => state.previewed.get(price.model))
  const type = usePriceDrafts((state) => state.type)
  const meter = cellMeter(price, field)
  if (meter === null) return '—'
  const per = perOf(meter)
  const isEmpty = text !== undefined && text.trim() === ''
  const invalid =
    text !== undefined &&
    !(field === 'cached' && isEmpty) &&
    cellMicros(text, per, unit) === undefined
  const stored = cellText(price, field, unit)
  const value = text ?? (previewed === undefined ? stored : cellText(previewed, field, unit))
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" sx={unitLook} aria-hidden>
        {cellUnit(per, unit) === 'dollars' ? '$' : '×'}
      </Box>
      <Box
        component="input"
        value={value}
        placeholder={field === 'cached' ? t('pricing.asInput') : ''}
        inputMode="decimal"
        aria-label={t('pricing.cellOf', { field: t(`pricing.${field}`), model: price.model })}
        aria-describedby={unitId}
        aria-invalid={invalid}
        data-changed={value !== stored}
        onChange={({ target }: { readonly target: HTMLInputElement }) =>
          type(price, field, target.value)
        }
        sx={look}
      />
      <Box component="span" id={unitId} sx={unitLook}>
        {t(`pricing.cellUnits.${per}`)}
      </Box>
    </Box>
  )
}

const unitLook = { fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }
