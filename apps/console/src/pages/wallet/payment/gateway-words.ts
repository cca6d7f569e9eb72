import {
  type GatewayField,
  gatewayFields,
  type GatewayType,
} from '@posthouse/contract/gateway-fields'
import type { PaymentGateway } from '@posthouse/contract/payment-gateway'
import type { TFunction } from 'i18next'
import type { TextKey } from '../../../i18n/index.ts'

export const fieldsOf = (type: GatewayType): readonly GatewayField[] => gatewayFields[type]

export const fieldLabel = (type: GatewayType, name: string) =>
  `payment.gateway.field.${type}.${name}` as TextKey

export const optionLabel = (option: string) =>
  `payment.gateway.option.${option === '' ? 'cashier' : option}` as TextKey

/** What a gateway that is not ready lacks. Notices of Stripe cannot be checked without its webhook secret. */
export const missingOf = (
  { type, config, secrets }: Pick<PaymentGateway, 'type' | 'config' | 'secrets'>,
  t: TFunction,
): string[] =>
  fieldsOf(type)
    .filter(
      ({ name, required, options }) => (required && options === null) || name === 'webhook_secret',
    )
    .filter(({ name, secret }) => (secret ? !secrets.includes(name) : (config[name] ?? '') === ''))
    .map(({ name }) => t(fieldLabel(type, name)))

export const siteExample = 'https://pay.example.com'
export const pictureExample = 'https://example.com/icon.svg'
