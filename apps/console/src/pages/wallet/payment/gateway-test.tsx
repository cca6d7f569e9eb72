import { paymentCalls } from '@posthouse/contract/calls/payments'
import type { PaymentGateway } from '@posthouse/contract/payment-gateway'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../api/refusal.ts'
import { useWrite } from '../../../api/use-call.ts'
import { InlineError } from '../../../ui/inline-error.tsx'

type Props = { readonly gateway: PaymentGateway; readonly onClose: () => void }

/** Asks the gateway with the stored parameters at once, and shows its words. */
export function GatewayTest({ gateway, onClose }: Props) {
  const { t } = useTranslation()
  const test = useWrite(paymentCalls, 'testPaymentGateway', { quiet: true })
  const run = () => test.mutate({ params: { id: gateway.id } })
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    run()
  })
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="gateway-test">
      <DialogTitle id="gateway-test" component="h2" variant="h2">
        {t('payment.gateway.testTitle', { name: gateway.name })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <Typography color="textSecondary">{t('payment.gateway.testHelp')}</Typography>
        <div aria-live="polite">
          {test.isPending && <Alert severity="info">{t('payment.gateway.testing')}</Alert>}
          {test.error !== null && <InlineError text={messageOf(test.error)} />}
          {test.data !== undefined && (
            <Alert severity={test.data.verdict === 'works' ? 'success' : 'error'}>
              {t(`payment.gateway.verdicts.${test.data.verdict}`)}
              {test.data.said !== '' && (
                <Typography variant="body2" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
                  {test.data.said}
                </Typography>
              )}
            </Alert>
          )}
        </div>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('action.close')}
        </Button>
        <Button variant="contained" loading={test.isPending} onClick={run}>
          {t('payment.gateway.testAgain')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
