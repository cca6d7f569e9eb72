import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'

/** Orders, and the gateways that they are paid through. */
export function PaymentTabs({ open }: { readonly open: 'orders' | 'gateways' }) {
  const { t } = useTranslation()
  return (
    <Tabs value={open} aria-label={t('payment.tabs')} sx={{ mb: 4 }}>
      <Tab value="orders" component={Link} to={paths.payment} label={t('payment.order.title')} />
      <Tab
        value="gateways"
        component={Link}
        to={paths.gateways}
        label={t('payment.gateway.title')}
      />
    </Tabs>
  )
}
