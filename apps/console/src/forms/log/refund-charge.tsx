import { logCalls } from '@posthouse/contract/calls/logs'
import Typography from '@mui/material/Typography'
import { formatCharge } from '@posthouse/contract/format-amount'
import { ChargeRefund, type LogRow } from '@posthouse/contract/log'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../api/refusal.ts'
import { useWrite } from '../../api/use-call.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { notify } from '../../ui/notify.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { TextInput } from '../kit/text-input.tsx'
import { useContractForm } from '../kit/use-contract-form.ts'
import { PasswordConfirm } from '../password-confirm.tsx'

type Props = { readonly row: LogRow; readonly onClose: () => void }

const changes = [
  'listLogs',
  'getLog',
  'explainCharge',
  'sumLogs',
  'logSeries',
  'listOwnLogs',
  'sumOwnLogs',
  'ownLogSeries',
] as const

/** Sends it, and says what was given back. */
function useRefund({ row, onClose }: Props) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const refund = useWrite(logCalls, 'refundCharge', { changes, quiet: true })
  return async (body: ChargeRefund): Promise<void> => {
    const { returned } = await refund.mutateAsync({ params: { id: String(row.id) }, body })
    const amount = formatCharge(returned, display)
    notify('success', t('charge.givenBack', { amount, user: row.username }))
    onClose()
  }
}

/** Gives a charge back, for a reason. When the sign-in is too old, the password comes in between. */
export function RefundCharge({ row, onClose }: Props) {
  const { t } = useTranslation()
  const amount = formatCharge(row.quota, useAmountDisplay())
  const [isTooOld, setTooOld] = useState(false)
  const send = useRefund({ row, onClose })
  const { form, submit, submitError, loading } = useContractForm(
    ChargeRefund,
    { reason: '' },
    async (body) => {
      try {
        await send(body)
      } catch (error) {
        if (codeOf(error) !== 'auth.recent-sign-in') throw error
        setTooOld(true)
      }
    },
  )
  return (
    <>
      <FormDialog
        title={t('charge.giveBackTitle')}
        submitLabel={t('charge.giveBack')}
        submitError={submitError}
        loading={loading}
        dirty={form.formState.isDirty}
        onSubmit={submit}
        onClose={onClose}
      >
        <Typography sx={{ mb: 1 }}>
          {t('charge.giveBackWhat', { amount, model: row.model_name, user: row.username })}
        </Typography>
        <TextInput
          control={form.control}
          name="reason"
          label={t('charge.reason')}
          help={t('charge.reasonHelp')}
          autoFocus
          required
        />
      </FormDialog>
      {isTooOld && (
        <PasswordConfirm
          onConfirmed={() => send(form.getValues())}
          onClose={() => setTooOld(false)}
        />
      )}
    </>
  )
}
