import { paymentCalls } from '@posthouse/contract/calls/payments'
import { gatewayCurrencies, type GatewayType } from '@posthouse/contract/gateway-fields'
import {
  type PaymentGateway,
  PaymentGatewayChange,
  PaymentGatewayInput,
} from '@posthouse/contract/payment-gateway'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../api/use-call.ts'
import { FormDialog } from '../../../forms/kit/form-dialog.tsx'
import { SelectInput } from '../../../forms/kit/select-input.tsx'
import { useContractForm } from '../../../forms/kit/use-contract-form.ts'
import { usePasswordAgain } from '../../../forms/use-password-again.tsx'
import { GatewayFields } from './gateway-fields.tsx'
import { fieldsOf } from './gateway-words.ts'

export const writing = {
  changes: ['listPaymentGateways', 'getPaymentGateway', 'listPaymentMethods'],
  quiet: true,
} as const

type Closing = { readonly onClose: () => void }

const icons = { epay: 'wallet', alipay: 'alipay', wxpay: 'wechat', stripe: 'card' } as const

/** Every parameter of this kind, with the first of a choice. */
const emptyConfig = (type: GatewayType): Record<string, string> =>
  Object.fromEntries(fieldsOf(type).map(({ name, options }) => [name, options?.[0] ?? '']))

export function GatewayCreate({ onClose }: Closing) {
  const { t } = useTranslation()
  const again = usePasswordAgain()
  const create = useWrite(paymentCalls, 'createPaymentGateway', writing)
  const { form, submit, submitError, loading } = useContractForm(
    PaymentGatewayInput,
    { type: 'epay', icon: icons.epay, currency: 'CNY', ...standard, config: emptyConfig('epay') },
    (body) =>
      again.guard(async () => {
        await create.mutateAsync({ body })
        onClose()
      }),
  )
  const { control } = form
  const type = useWatch({ control, name: 'type' })
  const choose = (chosen: GatewayType): void => {
    form.clearErrors()
    form.setValue('config', emptyConfig(chosen))
    if (!form.getFieldState('icon').isDirty)
      form.resetField('icon', { defaultValue: icons[chosen] })
    const takes: readonly string[] = gatewayCurrencies[chosen]
    if (!takes.includes(form.getValues('currency'))) form.setValue('currency', 'CNY')
  }
  return (
    <FormDialog
      title={t('payment.gateway.create')}
      submitLabel={t('payment.gateway.create')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectInput
        control={control}
        name="type"
        label={t('payment.gateway.type')}
        choices={types.map((value) => ({ value, label: t(`payment.gateway.types.${value}`) }))}
        onChoice={(value) => choose(value as GatewayType)}
        required
      />
      <GatewayFields control={control} type={type} secrets={[]} />
      {again.dialog}
    </FormDialog>
  )
}

const types = Object.keys(gatewayCurrencies) as GatewayType[]

const standard = {
  name: '',
  fixed_fee: 0,
  percent_fee: 0,
  sort: 0,
  enable: true,
  notify_domain: '',
} as const

export function GatewayEdit({ gateway, onClose }: Closing & { readonly gateway: PaymentGateway }) {
  const { t } = useTranslation()
  const { type, secrets, config } = gateway
  const again = usePasswordAgain()
  const update = useWrite(paymentCalls, 'updatePaymentGateway', writing)
  const { form, submit, submitError, loading } = useContractForm(
    PaymentGatewayChange,
    { ...gateway, config: { ...emptyConfig(type), ...config } },
    (body) =>
      again.guard(async () => {
        await update.mutateAsync({ body })
        onClose()
      }),
  )
  return (
    <FormDialog
      title={t('payment.gateway.edit', { name: gateway.name })}
      submitLabel={t('payment.gateway.save')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <GatewayFields control={form.control} type={type} secrets={secrets} />
      {again.dialog}
    </FormDialog>
  )
}
