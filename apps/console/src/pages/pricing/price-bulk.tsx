import { priceCalls } from '@posthouse/contract/calls/prices'
import { PriceBulkChange } from '@posthouse/contract/price-work'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/use-call.ts'
import { FormDialog } from '../../forms/kit/form-dialog.tsx'
import { TextInput } from '../../forms/kit/text-input.tsx'
import { useContractForm } from '../../forms/kit/use-contract-form.ts'
import { priceReads, tellPrices } from './price-store.ts'
import { savePreviewed } from './save-prices.ts'
import { SupplierInput } from './supplier-input.tsx'

const writing = { changes: priceReads, quiet: true } as const

/** Changes entries, and says how many, with the way back. */
export async function changePrices(
  models: readonly string[],
  change: PriceBulkChange,
  done: (count: number) => string,
): Promise<void> {
  const body = { models: [...models], change }
  const { changed, batch } = await write(priceCalls, 'changePrices', { body }, writing)
  tellPrices(done(changed), batch)
}

type Props = {
  readonly models: readonly string[]
  readonly onDone: () => void
  readonly onClose: () => void
}

export function ByPercent({ models, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const { form, submit, submitError, loading } = useContractForm(
    PriceBulkChange,
    { percent: '' },
    (change) =>
      savePreviewed({ models: [...models], change }, async () => {
        await changePrices(models, change, (count) => t('pricing.raised', { count }))
        onDone()
        onClose()
      }),
  )
  return (
    <FormDialog
      title={t('pricing.byPercentTitle', { count: models.length })}
      submitLabel={t('pricing.changePrices')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="percent"
        label={t('pricing.percent')}
        help={t('pricing.percentHelp')}
        autoComplete="off"
        required
        autoFocus
      />
    </FormDialog>
  )
}

export function BySupplier({ models, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const { form, submit, submitError, loading } = useContractForm(
    PriceBulkChange,
    { channel_type: 0 },
    async (change) => {
      await changePrices(models, change, (count) => t('pricing.supplied', { count }))
      onDone()
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('pricing.bySupplierTitle', { count: models.length })}
      submitLabel={t('pricing.setSupplier')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <SupplierInput control={form.control} name="channel_type" label={t('pricing.supplier')} />
    </FormDialog>
  )
}
