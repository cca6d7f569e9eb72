import { userCalls } from '@posthouse/contract/calls/users'
import Typography from '@mui/material/Typography'
import { formatQuota } from '@posthouse/contract/format-amount'
import type { User } from '@posthouse/contract/managed-user'
import { nameOf } from '@posthouse/contract/scalars'
import { QuotaAdjustment } from '@posthouse/contract/user'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/use-call.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { notify } from '../../ui/notify.tsx'
import { FormDialog } from '../../forms/kit/form-dialog.tsx'
import { MoneyInput } from '../../forms/kit/money-input.tsx'
import { TextInput } from '../../forms/kit/text-input.tsx'
import { useContractForm } from '../../forms/kit/use-contract-form.ts'

type Props = { readonly user: User; readonly onClose: () => void }

/** A person gives a reason; programs of the family need not. */
const Adjustment = QuotaAdjustment.extend({ remark: nameOf('field.required').max(255) })

const changes = ['listUsers', 'getUser', 'sumUsers', 'listUserTransfers'] as const

export function UserAdjust({ user: { id, username: name, quota }, onClose }: Props) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const adjust = useWrite(userCalls, 'adjustQuota', { changes, quiet: true })
  const { form, submit, submitError, loading } = useContractForm(
    Adjustment,
    { quota: 0, remark: '' },
    async (body) => {
      const after = await adjust.mutateAsync({ params: { id }, body })
      notify('success', t('user.adjusted', { name, balance: formatQuota(after.quota, display) }))
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('user.adjustTitle', { name })}
      submitLabel={t('user.adjust')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography sx={{ mb: 1 }}>
        {t('user.adjustNow', { balance: formatQuota(quota, display) })}
      </Typography>
      <MoneyInput
        control={form.control}
        name="quota"
        label={t('user.amount')}
        help={t('user.amountHelp')}
        required
      />
      <TextInput
        control={form.control}
        name="remark"
        label={t('user.reason')}
        help={t('user.reasonHelp')}
        required
      />
    </FormDialog>
  )
}
