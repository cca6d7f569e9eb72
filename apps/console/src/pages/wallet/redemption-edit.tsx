import { redemptionCalls } from '@posthouse/contract/calls/redemptions'
import { type Redemption, RedemptionFields as Fields } from '@posthouse/contract/redemption'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/use-call.ts'
import { FormDialog } from '../../forms/kit/form-dialog.tsx'
import { useContractForm } from '../../forms/kit/use-contract-form.ts'
import { RedemptionFields } from './redemption-fields.tsx'

type Props = { readonly code: Redemption; readonly onClose: () => void }

export function RedemptionEdit({ code, onClose }: Props) {
  const { t } = useTranslation()
  const update = useWrite(redemptionCalls, 'updateRedemption', {
    changes: ['listRedemptions', 'getRedemption'],
    quiet: true,
  })
  const { form, submit, submitError, loading } = useContractForm(
    Fields,
    { name: code.name, quota: code.quota, expired_time: code.expired_time },
    async (values) => {
      await update.mutateAsync({ query: {}, body: { ...values, id: code.id } })
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('redemption.editTitle', { name: code.name })}
      submitLabel={t('redemption.save')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <RedemptionFields control={form.control} />
    </FormDialog>
  )
}
