import { channelTypes } from '@posthouse/contract/channel-type'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FieldProps } from '../../forms/kit/field.ts'
import { SelectInput } from '../../forms/kit/select-input.tsx'
import { SupplierName } from '../../ui/suppliers/supplier-name.tsx'

/** The supplier of a price, or that it holds for any. */
export function SupplierInput<Values extends FieldValues, Checked>(
  props: FieldProps<Values, Checked>,
) {
  const { t } = useTranslation()
  const suppliers = channelTypes.map(({ number }) => ({
    value: number,
    label: <SupplierName type={number} />,
  }))
  return (
    <SelectInput
      {...props}
      choices={[{ value: 0, label: t('pricing.anySupplier') }, ...suppliers]}
    />
  )
}
