import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { billingPolicy } from '@posthouse/contract/billing-policy'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { paths } from '../../paths.ts'
import { PageHeading } from '../../ui/page-heading.tsx'

const sections = [
  { title: 'policy.priceTitle', text: 'policy.priceText' },
  { title: 'policy.roundingTitle', text: 'policy.roundingText' },
  { title: 'policy.holdTitle', text: 'policy.holdText' },
  { title: 'policy.refundTitle', text: 'policy.refundText' },
] as const

const others = ['policy.others.refused', 'policy.others.failover', 'policy.others.died'] as const

/** What every outcome of a call costs, from the table by which calls are charged. */
export function BillingPolicyPage() {
  const { t } = useTranslation()
  return (
    <Box sx={{ maxWidth: 960, mx: 'auto', px: { xs: 4, sm: 6 }, py: 8 }}>
      <PageHeading title={t('policy.title')} lead={t('policy.lead')} />
      <Card>
        <PolicyTable />
      </Card>
      <Typography component="h2" variant="h3" sx={{ mt: 8, mb: 2 }}>
        {t('policy.othersTitle')}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 5 }}>
        {others.map((key) => (
          <Typography key={key} component="li" sx={{ mb: 1 }}>
            {t(key)}
          </Typography>
        ))}
      </Box>
      {sections.map(({ title, text }) => (
        <section key={title}>
          <Typography component="h2" variant="h3" sx={{ mt: 8, mb: 2 }}>
            {t(title)}
          </Typography>
          <Typography>{t(text)}</Typography>
        </section>
      ))}
      <Typography sx={{ mt: 8 }}>
        <Link component={RouterLink} to={paths.price} underline="always">
          {t('policy.toPrices')}
        </Link>
      </Typography>
    </Box>
  )
}

function PolicyTable() {
  const { t } = useTranslation()
  return (
    <Table aria-label={t('policy.title')}>
      <TableHead>
        <TableRow>
          <TableCell>{t('policy.happened')}</TableCell>
          <TableCell>{t('policy.charged')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {billingPolicy.map(({ row, charge }) => (
          <TableRow key={row}>
            <TableCell component="th" scope="row" sx={{ verticalAlign: 'top' }}>
              {t(`policy.rows.${row}`)}
            </TableCell>
            <TableCell sx={{ verticalAlign: 'top' }}>{t(`policy.charges.${charge}`)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
