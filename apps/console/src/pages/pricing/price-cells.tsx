import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import type { Price } from '@posthouse/contract/price'
import { useTranslation } from 'react-i18next'
import { radius } from '../../ui/theme/radius.ts'
import { type InlineField, multiplierTyped, shown, usePriceDrafts } from './price-store.ts'

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

type Props = { readonly price: Price; readonly field: InlineField }

/** An amount that is changed in place. It waits for the bar that saves. */
export function PriceCell({ price, field }: Props) {
  const { t } = useTranslation()
  const unit = usePriceDrafts((state) => state.unit)
  const text = usePriceDrafts((state) => state.drafts.get(price.model)?.draft[field])
  const type = usePriceDrafts((state) => state.type)
  if (price.type === 'times' && field !== 'input') return '—'
  const invalid =
    text !== undefined &&
    !(field === 'cached' && text.trim() === '') &&
    multiplierTyped(text, price.type === 'times' ? 'multiplier' : unit) === undefined
  const label = t(`pricing.${field}`)
  return (
    <Box
      component="input"
      value={text ?? shown(price, field, unit)}
      placeholder={field === 'cached' ? t('pricing.asInput') : ''}
      inputMode="decimal"
      aria-label={t('pricing.cellOf', { field: label, model: price.model })}
      aria-invalid={invalid}
      data-changed={text !== undefined}
      onChange={({ target }: { readonly target: HTMLInputElement }) =>
        type(price, field, target.value)
      }
      sx={look}
    />
  )
}
