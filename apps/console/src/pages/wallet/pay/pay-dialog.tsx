import { accountCalls } from '@posthouse/contract/calls/account'
import { paymentCalls } from '@posthouse/contract/calls/payments'
import { formatQuota } from '@posthouse/contract/format-amount'
import type { OwnOrderDetail, PaymentStart } from '@posthouse/contract/order'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { refresh, useRead, useWrite } from '../../../api/use-call.ts'
import { useAmountDisplay } from '../../../stores/site.ts'
import { Failed } from '../../../table/table-states.tsx'
import { part } from '../../../ui/part.ts'
import { SealMark } from '../../../ui/seal-mark.tsx'
import { WaitingBlock } from '../../../ui/still-waiting.tsx'
import { moneyText } from './money.ts'
import { useOrder } from './use-order.ts'

const QrCode = part(async () => ({ default: (await import('qrcode.react')).QRCodeSVG }))

type Props = {
  readonly tradeNo: string
  readonly onClose: () => void
  readonly onAgain: () => void
}

/** An order until it is paid, failed or closed. What is on screen follows the server by itself. */
export function PayDialog({ tradeNo, onClose, onAgain }: Props) {
  const { t } = useTranslation()
  const order = useOrder(tradeNo)
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="pay-title">
      <DialogTitle id="pay-title" component="h2" variant="h2">
        {t('topup.order')}
      </DialogTitle>
      {order.error !== null && (
        <DialogContent>
          <Failed error={order.error} onRetry={() => void order.refetch()} />
        </DialogContent>
      )}
      {order.isLoading && (
        <DialogContent>
          <WaitingBlock height={240} />
        </DialogContent>
      )}
      {order.data !== undefined && <State order={order.data} onClose={onClose} onAgain={onAgain} />}
    </Dialog>
  )
}

type StateProps = Pick<Props, 'onClose' | 'onAgain'> & { readonly order: OwnOrderDetail }

function State({ order, onClose, onAgain }: StateProps) {
  const { t } = useTranslation()
  switch (order.status) {
    case 'pending':
      return <Waiting order={order} onClose={onClose} />
    case 'success':
      return <Paid order={order} onClose={onClose} />
    case 'failed':
    case 'closed':
      return (
        <Ended
          actions={
            <>
              <Button onClick={onClose}>{t('topup.close')}</Button>
              <Button variant="contained" onClick={onAgain}>
                {t('topup.again')}
              </Button>
            </>
          }
        >
          <Alert severity={order.status === 'failed' ? 'error' : 'info'}>
            {t(order.status === 'failed' ? 'topup.failed' : 'topup.closed')}
          </Alert>
          <Typography variant="body2" color="textSecondary">
            {t('topup.tradeNo', { no: order.trade_no })}
          </Typography>
        </Ended>
      )
  }
}

function Ended({
  children,
  actions,
}: {
  readonly children: ReactNode
  readonly actions: ReactNode
}) {
  return (
    <>
      <DialogContent role="status" sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {children}
      </DialogContent>
      <DialogActions>{actions}</DialogActions>
    </>
  )
}

function Paid({ order, onClose }: Omit<StateProps, 'onAgain'>) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  // The balance behind the dialog is another one now.
  useEffect(() => void refresh(['getSelf', 'listOwnOrders', 'listOwnLogs', 'getOwnStatement']), [])
  const self = useRead(accountCalls, 'getSelf', {})
  return (
    <Ended
      actions={
        <Button variant="contained" onClick={onClose}>
          {t('topup.done')}
        </Button>
      }
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 3, py: 4 }}>
        <SealMark size={72} stamped />
        <Typography variant="h3" component="p">
          {t('topup.paid', { amount: formatQuota(order.quota, display) })}
        </Typography>
        {self.data !== undefined && (
          <Typography color="textSecondary">
            {t('topup.newBalance', { amount: formatQuota(self.data.quota, display) })}
          </Typography>
        )}
      </Box>
    </Ended>
  )
}

function Waiting({ order, onClose }: Omit<StateProps, 'onAgain'>) {
  const { t } = useTranslation()
  const check = useWrite(paymentCalls, 'checkOwnOrder', { changes: ['getOwnOrder'], quiet: true })
  const params = { trade_no: order.trade_no }
  return (
    <>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <Typography variant="h3" component="p" sx={{ textAlign: 'center' }}>
          {moneyText(order.order_amount, order.order_currency)}
        </Typography>
        {order.start !== null && <Way start={order.start} />}
        <Box role="status">
          <Typography sx={{ textAlign: 'center' }} color="textSecondary">
            {t('topup.waiting', { gateway: order.gateway_name })}{' '}
            <Countdown until={order.closes_time} />
          </Typography>
        </Box>
        {check.error !== null && <Alert severity="warning">{check.error.message}</Alert>}
        {check.data?.status === 'pending' && !check.isPending && (
          <Alert severity="info">{t('topup.notYet')}</Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('topup.close')}</Button>
        <Button
          variant="outlined"
          loading={check.isPending}
          onClick={() => check.mutate({ params })}
        >
          {t('topup.check')}
        </Button>
      </DialogActions>
    </>
  )
}

/** A picture to scan, or the page of the gateway in a new tab. */
function Way({ start }: { readonly start: PaymentStart }) {
  const { t } = useTranslation()
  const { url, method, params } = start.data
  if (start.type === 2) {
    return (
      <Box sx={{ alignSelf: 'center', p: 3, bgcolor: '#fff', borderRadius: 1, lineHeight: 0 }}>
        <QrCode value={url} size={224} title={t('topup.scan')} />
      </Box>
    )
  }
  return (
    <Button
      href={method === 'GET' ? url : withParams(url, params)}
      target="_blank"
      rel="noopener"
      variant="contained"
      size="large"
    >
      {t('topup.toGateway')}
    </Button>
  )
}

/** Such gateways take a form by GET as well, and a page of ours may post nothing to others. */
function withParams(address: string, params: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}

/** The time that is left, every second. Not read out: a screen reader would never be silent. */
function Countdown({ until }: { readonly until: number }) {
  const shown = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const show = (): void => {
      if (shown.current !== null) shown.current.textContent = timeLeft(until * 1_000 - Date.now())
    }
    show()
    const clock = setInterval(show, 1_000)
    return () => clearInterval(clock)
  }, [until])
  return (
    <Box component="span" ref={shown} aria-hidden sx={{ fontVariantNumeric: 'tabular-nums' }} />
  )
}

function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000))
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((value) => String(value).padStart(2, '0')).join(':')
}
