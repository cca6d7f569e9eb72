import { priceCalls } from '@posthouse/contract/calls/prices'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { Price } from '@posthouse/contract/price'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/use-call.ts'
import { plainLine } from '../../lib/money/price-lines.ts'
import { formatMicro, formatPrice } from '@posthouse/contract/format-amount'
import { useAmountDisplay } from '../../stores/site.ts'

const shownAtFirst = 12

const perMillion = (price: Price, bucket: string): string => {
  const line = plainLine(price, bucket)
  return line === undefined ? '—' : formatPrice(line.dollars_per_million)
}

/** The price book, live. */
export function LandingPrices() {
  const { t } = useTranslation()
  const prices = useRead(priceCalls, 'listPrices', {})
  const [all, setAll] = useState(false)
  if (prices.error !== null) return null
  // What stands below must not jump when the prices come: their room is kept.
  if (prices.data === undefined) return <Box sx={{ mt: 16, minHeight: 620 }} />
  const { length } = prices.data
  return (
    <Box component="section" aria-labelledby="prices" sx={{ mt: 16 }}>
      <Typography id="prices" component="h2" variant="h2">
        {t('home.prices')}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 4 }}>
        {length === 0 ? t('home.noPrices') : t('home.pricesLead')}
      </Typography>
      {length > 0 && (
        <Card>
          <Table size="small" aria-labelledby="prices">
            <TableHead>
              <TableRow>
                <TableCell>{t('home.model')}</TableCell>
                <TableCell align="right">{t('home.input')}</TableCell>
                <TableCell align="right">{t('home.output')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {prices.data.slice(0, all ? length : shownAtFirst).map((price) => (
                <PriceRow key={price.model} price={price} />
              ))}
            </TableBody>
          </Table>
          {!all && length > shownAtFirst && (
            <Button fullWidth sx={{ borderRadius: 0 }} onClick={() => setAll(true)}>
              {t('home.allPrices', { count: length })}
            </Button>
          )}
        </Card>
      )}
    </Box>
  )
}

function PriceRow({ price }: { readonly price: Price }) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const call = price.lines.find(({ bucket }) => bucket === 'call')
  return (
    <TableRow>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>{price.model}</TableCell>
      {price.type === 'times' && call !== undefined ? (
        <TableCell align="right" colSpan={2}>
          {t('home.perCall', { price: formatMicro(call.amount_micro, display) })}
        </TableCell>
      ) : (
        <>
          <TableCell align="right">{perMillion(price, 'input')}</TableCell>
          <TableCell align="right">{perMillion(price, 'output')}</TableCell>
        </>
      )}
    </TableRow>
  )
}
