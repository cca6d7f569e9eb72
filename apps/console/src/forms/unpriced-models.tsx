import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Price, PriceInput } from '@posthouse/contract/price'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { priceWords } from '../lib/money/price-words.ts'

type ShownPrice = Pick<PriceInput, 'type' | 'input' | 'output' | 'lines'>

export type UnpricedRow = {
  readonly model: string
  readonly note: string
  readonly published: Price | null
  /** A price that is not stored yet. */
  readonly chosen?: ShownPrice | undefined
}

type Acts = {
  readonly busy?: boolean
  readonly onUse: (prices: readonly PriceInput[]) => void
  readonly onType: (model: string) => void
  /** Takes a price back that is not stored yet. */
  readonly onClear?: (model: string) => void
}

type Props = Acts & {
  readonly rows: readonly UnpricedRow[]
  /** How many models have no price. */
  readonly status: ReactNode
}

const rowsAtFirst = 6

/** Models without a price, with the published price of each one click away. */
export function UnpricedModels({ rows, status, ...acts }: Props) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const published = rows.flatMap(({ published: price, chosen }) =>
    price === null || chosen !== undefined ? [] : [inputOf(price)],
  )
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 2 }}>
        <Box sx={{ flex: 1, minWidth: 240 }}>{status}</Box>
        {published.length > 1 && (
          <Button
            variant="contained"
            loading={acts.busy ?? false}
            onClick={() => acts.onUse(published)}
          >
            {t('pricing.useAll', { count: published.length })}
          </Button>
        )}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {(all ? rows : rows.slice(0, rowsAtFirst)).map((row) => (
          <Row key={row.model} row={row} {...acts} />
        ))}
      </Box>
      {!all && rows.length > rowsAtFirst && (
        <Button size="small" onClick={() => setAll(true)}>
          {t('pricing.showAll', { count: rows.length })}
        </Button>
      )}
    </Box>
  )
}

function Row({ row, ...acts }: Acts & { readonly row: UnpricedRow }) {
  const { model, note, published, chosen } = row
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 1,
        py: 2,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{model}</Typography>
        <Typography variant="caption" color="textSecondary">
          {note}
        </Typography>
      </Box>
      <Typography color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        <Amounts price={chosen ?? published} />
      </Typography>
      <RowActs row={row} {...acts} />
    </Box>
  )
}

function Amounts({ price }: { readonly price: ShownPrice | null }) {
  const { t } = useTranslation()
  if (price === null) return t('pricing.notPublished')
  return priceWords(price, t)
}

function RowActs({ row, busy, onUse, onType, onClear }: Acts & { readonly row: UnpricedRow }) {
  const { t } = useTranslation()
  const { model, published, chosen } = row
  return (
    <>
      {published !== null && chosen === undefined && (
        <Button
          size="small"
          variant="outlined"
          disabled={busy ?? false}
          aria-label={t('pricing.useOf', { model })}
          onClick={() => onUse([inputOf(published)])}
        >
          {t('pricing.use')}
        </Button>
      )}
      <Button
        size="small"
        aria-label={t('pricing.enterOf', { model })}
        onClick={() => onType(model)}
      >
        {t('pricing.enter')}
      </Button>
      {chosen !== undefined && onClear !== undefined && (
        <Button
          size="small"
          aria-label={t('pricing.clearOf', { model })}
          onClick={() => onClear(model)}
        >
          {t('pricing.clear')}
        </Button>
      )}
    </>
  )
}

const inputOf = ({ model, type, channel_type, input, output, lines }: Price): PriceInput => ({
  model,
  type,
  channel_type,
  input,
  output,
  lines,
})
