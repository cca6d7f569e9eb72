import { paymentCalls } from '@posthouse/contract/calls/payments'
import { formatQuota } from '@posthouse/contract/format-amount'
import { type Order, OrderAct, type OrderDetail } from '@posthouse/contract/order'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { refresh, useWrite } from '../../../api/use-call.ts'
import { FormDialog } from '../../../forms/kit/form-dialog.tsx'
import { TextInput } from '../../../forms/kit/text-input.tsx'
import { useContractForm } from '../../../forms/kit/use-contract-form.ts'
import { usePasswordAgain } from '../../../forms/use-password-again.tsx'
import { useAmountDisplay } from '../../../stores/site.ts'
import { notify } from '../../../ui/notify.tsx'
import { moneyText } from '../pay/money.ts'

export const orderReads = ['listOrders', 'getOrder', 'sumOrders', 'listUsers', 'getUser'] as const

type Kind = 'complete' | 'refund' | 'again'

type Props = { readonly kind: Kind; readonly order: Order; readonly onClose: () => void }

const doneOf = ({ refund }: OrderDetail, kind: Kind) => {
  if (kind === 'complete') return 'payment.order.completed'
  return refund === 'done' ? 'payment.order.refunded' : 'payment.order.refundAsked'
}

/** Moves money by hand, for a reason. When the sign-in is too old, the password comes in between. */
export function OrderActForm({ kind, order, onClose }: Props) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const call = kind === 'complete' ? 'completeOrder' : 'refundOrder'
  const send = useWrite(paymentCalls, call, { changes: orderReads, quiet: true })
  const { guard, dialog } = usePasswordAgain()
  const { form, submit, submitError, loading } = useContractForm(
    OrderAct,
    { reason: '' },
    async (body) => {
      // A refund that the gateway refused is in the order's history, too.
      await guard(async () => {
        try {
          const done = await send.mutateAsync({ params: { id: order.id }, body })
          notify('success', t(doneOf(done, kind)))
          onClose()
        } finally {
          void refresh(orderReads)
        }
      })
    },
  )
  return (
    <>
      <FormDialog
        title={t(`payment.order.${kind}Title`)}
        submitLabel={t(`payment.order.${kind}`)}
        submitError={submitError}
        loading={loading}
        dirty={form.formState.isDirty}
        onSubmit={submit}
        onClose={onClose}
      >
        <Typography sx={{ mb: 1 }}>
          {t(`payment.order.${kind}What`, {
            user: order.username,
            quota: formatQuota(order.quota, display),
            money: moneyText(order.order_amount, order.order_currency),
          })}
        </Typography>
        <TextInput
          control={form.control}
          name="reason"
          label={t('payment.order.reason')}
          help={t('payment.order.reasonHelp')}
          autoFocus
          required
        />
      </FormDialog>
      {dialog}
    </>
  )
}
