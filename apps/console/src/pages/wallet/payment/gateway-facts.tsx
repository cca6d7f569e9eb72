import type { PaymentGateway } from '@posthouse/contract/payment-gateway'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { CopyField } from '../../../ui/copy-field.tsx'
import { missingOf } from './gateway-words.ts'

/** What keeps a gateway from taking payments, and the address of its notices. */
export function GatewayFacts({ gateway }: { readonly gateway: PaymentGateway }) {
  const { t } = useTranslation()
  const missing = missingOf(gateway, t)
  return (
    <>
      {!gateway.ready && missing.length > 0 && (
        <Alert severity="warning">
          {t('payment.gateway.missing', { fields: missing.join(', ') })}
        </Alert>
      )}
      {gateway.notify_url === '' ? (
        <Alert severity="warning">{t('payment.gateway.noNotifyUrl')}</Alert>
      ) : (
        <Box>
          <Typography variant="subtitle2" sx={{ mb: 1 }}>
            {t('payment.gateway.notifyUrl')}
          </Typography>
          <CopyField text={gateway.notify_url} label={t('payment.gateway.notifyUrl')} />
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
            {t('payment.gateway.notifyUrlHelp')}
          </Typography>
        </Box>
      )}
    </>
  )
}
