import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../forms/kit/form-dialog.tsx'
import { MoneyInput } from '../../../forms/kit/money-input.tsx'
import { NumberInput } from '../../../forms/kit/number-input.tsx'
import { TextInput } from '../../../forms/kit/text-input.tsx'
import { useContractForm } from '../../../forms/kit/use-contract-form.ts'
import { createRider, RiderInput } from './riders.ts'

export function RiderCreate({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { form, submit, submitError, loading } = useContractForm(
    RiderInput,
    { name: '', horses: 1, purse: 0 },
    async (values) => {
      // In the product: await create.mutateAsync({ body: values }), of useWrite(riderCalls, 'createRider')
      await createRider(values)
      onClose()
    },
  )
  const { control } = form
  return (
    <FormDialog
      title={t('rider.create')}
      submitLabel={t('rider.create')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput control={control} name="name" label={t('rider.name')} required autoFocus />
      <NumberInput control={control} name="horses" label={t('rider.horses')} />
      <MoneyInput control={control} name="purse" label={t('rider.purse')} />
    </FormDialog>
  )
}
