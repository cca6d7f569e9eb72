import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { Price } from '@posthouse/contract/price'
import { useTranslation } from 'react-i18next'
import { formatPrice } from '../../lib/format-amount.ts'
import { useRead } from '../../api/use-call.ts'

const shown = 12

const perMillion = (price: Price, bucket: string): string => {
  const line = price.lines.find((entry) => entry.bucket === bucket)
  return line === undefined ? '—' : formatPrice(line.dollars_per_million)
}

/** The price book, live; what does not fit is counted. */
export function LandingPrices() {
  const { t } = useTranslation()
  const prices = useRead('listPrices', {})
  if (prices.data === undefined) return null
  const rest = prices.data.length - shown
  return (
    <Box component="section" aria-labelledby="prices" sx={{ mt: 16 }}>
      <Typography id="prices" component="h2" variant="h2">
        {t('home.prices')}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 4 }}>
        {prices.data.length === 0 ? t('home.noPrices') : t('home.pricesLead')}
      </Typography>
      {prices.data.length > 0 && (
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
              {prices.data.slice(0, shown).map((price) => (
                <TableRow key={price.model}>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{price.model}</TableCell>
                  <TableCell align="right">{perMillion(price, 'input')}</TableCell>
                  <TableCell align="right">{perMillion(price, 'output')}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {rest > 0 && (
            <Typography variant="caption" color="textSecondary" component="p" sx={{ p: 3 }}>
              {t('home.allPrices', { count: rest })}
            </Typography>
          )}
        </Card>
      )}
    </Box>
  )
}
