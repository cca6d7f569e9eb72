/** In the order of the form. The first is the default for a new gateway. */
export const gatewayTypes = ['epay', 'alipay', 'wxpay', 'stripe'] as const
export type GatewayType = (typeof gatewayTypes)[number]

export const currencies = ['CNY', 'USD'] as const
export type Currency = (typeof currencies)[number]

/** A parameter of a payment gateway. `name` is its key in the family's `config`. */
export type GatewayField = {
  readonly name: string
  /** Sealed at rest and never returned. */
  readonly secret: boolean
  /** Whether payments need it. */
  readonly required: boolean
  /** Whether it has several lines, such as a PEM key. */
  readonly long: boolean
  /** The choices, with the default first. `null` when it is not a choice. */
  readonly options: readonly string[] | null
  /** The address used while the field is empty. `null` when the field is not an address. */
  readonly address: string | null
}

const field = (name: string, about: Partial<GatewayField> = {}): GatewayField => ({
  name,
  secret: false,
  required: true,
  long: false,
  options: null,
  address: null,
  ...about,
})

const secret = { secret: true }
const optional = { required: false }
const addressOf = (address: string) => ({ address, ...optional })

/** Parameters of each gateway type. When an address is empty, the vendor's is used. */
export const gatewayFields = {
  epay: [
    field('pay_domain', { address: '' }),
    field('partner_id'),
    field('key', secret),
    field('pay_type', {
      ...optional,
      options: ['', 'alipay', 'wxpay', 'qqpay', 'jdpay', 'bank', 'paypal', 'usdt'],
    }),
  ],
  alipay: [
    field('app_id'),
    field('private_key', { ...secret, long: true }),
    field('public_key', { long: true }),
    field('pay_type', { options: ['facepay', 'pagepay', 'wappay'] }),
    field('address', addressOf('https://openapi.alipay.com/gateway.do')),
  ],
  wxpay: [
    field('app_id'),
    field('mch_id'),
    field('mch_certificate_serial_number'),
    field('mch_apiv3_key', secret),
    field('mch_private_key', { ...secret, long: true }),
    field('public_key_id', optional),
    field('public_key', { ...optional, long: true }),
    field('pay_type', { options: ['Native'] }),
    field('address', addressOf('https://api.mch.weixin.qq.com')),
  ],
  stripe: [
    field('secret_key', secret),
    field('webhook_secret', { ...secret, ...optional }),
    field('address', addressOf('https://api.stripe.com')),
  ],
} as const satisfies Record<GatewayType, readonly GatewayField[]>

/** Alipay and WeChat Pay settle in yuan. */
export const gatewayCurrencies = {
  epay: currencies,
  alipay: ['CNY'],
  wxpay: ['CNY'],
  stripe: currencies,
} as const satisfies Record<GatewayType, readonly Currency[]>
