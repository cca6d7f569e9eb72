import { redemptionCalls } from '@posthouse/contract/calls/redemptions'
import { RedemptionInput } from '@posthouse/contract/redemption'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/use-call.ts'
import { FormDialog } from '../../forms/kit/form-dialog.tsx'
import { NumberInput } from '../../forms/kit/number-input.tsx'
import { useContractForm } from '../../forms/kit/use-contract-form.ts'
import { RedemptionFields } from './redemption-fields.tsx'

type Props = {
  readonly onClose: () => void
  readonly onCreated: (name: string, keys: readonly string[]) => void
}

/** The family's amount. */
const usualQuota = 100_000

export function RedemptionCreate({ onClose, onCreated }: Props) {
  const { t } = useTranslation()
  const create = useWrite(redemptionCalls, 'createRedemptions', {
    changes: ['listRedemptions'],
    quiet: true,
  })
  const { form, submit, submitError, loading } = useContractForm(
    RedemptionInput,
    { name: '', quota: usualQuota, count: 1, expired_time: -1 },
    async (body) => {
      const keys = await create.mutateAsync({ body })
      onClose()
      onCreated(body.name, keys)
    },
  )
  return (
    <FormDialog
      title={t('redemption.create')}
      submitLabel={t('redemption.create')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <RedemptionFields control={form.control} />
      <NumberInput
        control={form.control}
        name="count"
        label={t('redemption.count')}
        help={t('redemption.countHelp')}
      />
    </FormDialog>
  )
}
