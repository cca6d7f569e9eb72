import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

/** An example that was worked out by hand: 1 200 × $1.25 and 318 × $10.00 for a million. */
const lines = [
  { bucket: 'charge.buckets.input', quantity: '1,200', price: '$1.25', amount: '$0.0015' },
  { bucket: 'charge.buckets.output', quantity: '318', price: '$10.00', amount: '$0.00318' },
] as const
const total = '$0.00468'

export function SampleReceipt() {
  const { t } = useTranslation()
  return (
    <Card sx={{ p: 5 }}>
      <Box sx={{ display: 'flex', mb: 3 }}>
        <Typography component="h2" variant="h3" sx={{ flex: 1 }}>
          {t('home.receipt')}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {t('home.receiptExample')}
        </Typography>
      </Box>
      <Box
        component="table"
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          fontSize: 13,
          fontVariantNumeric: 'tabular-nums',
          '& td, & th': { py: 1.5, textAlign: 'right', fontWeight: 400 },
          '& th': { textAlign: 'left' },
        }}
      >
        <tbody>
          {lines.map((line) => (
            <tr key={line.bucket}>
              <th scope="row">{t(line.bucket)}</th>
              <td>{line.quantity}</td>
              <td>× {line.price}</td>
              <td>{line.amount}</td>
            </tr>
          ))}
          <Box component="tr" sx={{ '& > *': { borderTop: 1, borderColor: 'divider' } }}>
            <th scope="row">
              <strong>{t('charge.total')}</strong>
            </th>
            <Box component="td" colSpan={3} sx={{ color: 'secondary.main' }}>
              <strong>{total}</strong>
            </Box>
          </Box>
        </tbody>
      </Box>
    </Card>
  )
}
