import {
  type GatewayField,
  gatewayCurrencies,
  type GatewayType,
} from '@posthouse/contract/gateway-fields'
import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { NumberInput } from '../../../forms/kit/number-input.tsx'
import { SecretInput } from '../../../forms/kit/secret-input.tsx'
import { SelectInput } from '../../../forms/kit/select-input.tsx'
import { SwitchInput } from '../../../forms/kit/switch-input.tsx'
import { TextInput } from '../../../forms/kit/text-input.tsx'
import { GatewayIconInput } from './gateway-icon-input.tsx'
import { fieldLabel, fieldsOf, optionLabel, siteExample } from './gateway-words.ts'

type Props<Values extends FieldValues, Checked> = {
  readonly control: Control<Values, unknown, Checked>
  readonly type: GatewayType
  /** Names of the secrets that are stored. */
  readonly secrets: readonly string[]
}

/** What creating a gateway and changing one both ask. */
export function GatewayFields<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { control, type } = props
  const { t } = useTranslation()
  const field = (name: string) => ({ control, name: name as FieldPath<Values> })
  return (
    <>
      <TextInput {...field('name')} label={t('payment.gateway.name')} required autoFocus />
      <GatewayIconInput {...field('icon')} label={t('payment.gateway.icon')} required />
      <SelectInput
        {...field('currency')}
        label={t('payment.gateway.currency')}
        choices={gatewayCurrencies[type].map((value) => ({
          value,
          label: t(`payment.gateway.currencies.${value}`),
        }))}
        required
      />
      <Parameters {...props} />
      <NumberInput
        {...field('fixed_fee')}
        label={t('payment.gateway.fixedFee')}
        help={t('payment.gateway.fixedFeeHelp')}
      />
      <NumberInput
        {...field('percent_fee')}
        label={t('payment.gateway.percentFee')}
        help={t('payment.gateway.percentFeeHelp')}
      />
      <NumberInput
        {...field('sort')}
        label={t('payment.gateway.sort')}
        help={t('payment.gateway.sortHelp')}
      />
      <TextInput
        {...field('notify_domain')}
        kind="url"
        label={t('payment.gateway.notifyDomain')}
        help={t('payment.gateway.notifyDomainHelp')}
        placeholder={siteExample}
      />
      <SwitchInput {...field('enable')} label={t('payment.gateway.enabled')} />
    </>
  )
}

function Parameters<Values extends FieldValues, Checked>({
  control,
  type,
  secrets,
}: Props<Values, Checked>) {
  const { t } = useTranslation()
  return (
    <>
      <Typography component="h3" variant="subtitle2">
        {t('payment.gateway.parameters')}
      </Typography>
      {type === 'stripe' && <Alert severity="info">{t('payment.gateway.stripeHint')}</Alert>}
      {fieldsOf(type).map((known) => (
        <Parameter
          key={`${type}.${known.name}`}
          control={control}
          type={type}
          known={known}
          isStored={secrets.includes(known.name)}
        />
      ))}
    </>
  )
}

type ParameterProps<Values extends FieldValues, Checked> = {
  readonly control: Control<Values, unknown, Checked>
  readonly type: GatewayType
  readonly known: GatewayField
  readonly isStored: boolean
}

function Parameter<Values extends FieldValues, Checked>({
  control,
  type,
  known: { name, options, secret, long, address, required },
  isStored,
}: ParameterProps<Values, Checked>) {
  const { t } = useTranslation()
  const shared = {
    control,
    name: `config.${name}` as FieldPath<Values>,
    label: t(fieldLabel(type, name)),
    required,
  }
  if (options !== null) {
    return (
      <SelectInput
        {...shared}
        choices={options.map((value) => ({ value, label: t(optionLabel(value)) }))}
      />
    )
  }
  if (secret) {
    const stored = isStored ? [t('payment.gateway.stored')] : []
    return <SecretInput {...shared} stored={stored} {...(long && { rows: 4 })} />
  }
  return (
    <TextInput
      {...shared}
      code={long}
      {...(long && { rows: 4 })}
      {...(address !== null && { kind: 'url', placeholder: address || siteExample })}
      {...(address !== null && address !== '' && { help: t('payment.gateway.vendorAddress') })}
    />
  )
}
