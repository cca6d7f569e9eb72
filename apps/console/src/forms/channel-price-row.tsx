import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { PriceMatch } from '@posthouse/contract/price'
import { useTranslation } from 'react-i18next'
import { multiplierOfDollars } from '../lib/money/multiplier.ts'

/** A model and its two prices; on a phone the model is above them. */
const priceGrid = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr 1fr', sm: 'minmax(0, 1fr) 132px 132px' },
  columnGap: 3,
  rowGap: 2,
  alignItems: 'center',
} as const

/** The heading of the rows, where there is room for one. */
export function ChannelPriceHead() {
  const { t } = useTranslation()
  return (
    <Box sx={{ ...priceGrid, display: { xs: 'none', sm: 'grid' }, mb: -2 }} aria-hidden>
      {(['models', 'inputPrice', 'outputPrice'] as const).map((word) => (
        <Typography key={word} variant="caption" color="textSecondary">
          {t(`channel.${word}`)}
        </Typography>
      ))}
    </Box>
  )
}

export type Dollars = { readonly input: string; readonly output: string }

type Props = {
  readonly row: PriceMatch
  /** The typed price that replaces the stored one. */
  readonly typed: Dollars | undefined
  readonly stored: Dollars
  readonly onType: (dollars: Dollars) => void
}

/** A model and its price, which can be changed in place. A price for each call is only shown. */
export function ChannelPriceRow({ row, typed, stored, onType }: Props) {
  const { t } = useTranslation()
  const { model, price } = row
  const small = useMediaQuery('(max-width:600px)', { noSsr: true })
  const dollars = typed ?? stored
  const field = (name: keyof Dollars) => {
    const label = t(name === 'input' ? 'channel.inputPrice' : 'channel.outputPrice')
    const wrong = typed !== undefined && multiplierOfDollars(dollars[name]) === undefined
    return (
      <TextField
        size="small"
        // On a wide screen a heading above all rows says it once.
        {...(small ? { label } : { hiddenLabel: true })}
        value={dollars[name]}
        onChange={(event) => onType({ ...dollars, [name]: event.target.value })}
        error={wrong}
        helperText={wrong && dollars[name] !== '' ? t('channel.noAmount') : undefined}
        slotProps={{
          htmlInput: {
            inputMode: 'decimal',
            'aria-label': t('channel.priceOf', { price: label, model }),
          },
        }}
      />
    )
  }
  const of = price === null ? t('channel.noPrice') : t('channel.entryOf', { model: price.model })
  const note = typed === undefined ? (price?.model === model ? '' : of) : t('channel.priceTyped')
  return (
    <Box sx={priceGrid}>
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {model}
        </Typography>
        <Typography
          variant="caption"
          color={price === null && typed === undefined ? 'error' : 'textSecondary'}
        >
          {note}
        </Typography>
      </Box>
      {price?.type === 'times' ? (
        <Typography variant="body2" sx={{ gridColumn: { sm: 'span 2' } }}>
          {t('channel.pricedByCall')}
        </Typography>
      ) : (
        <>
          {field('input')}
          {field('output')}
        </>
      )}
    </Box>
  )
}
