import { z } from 'zod'
import { changeOf } from '../change-of.ts'
import { listQuery } from '../list.ts'
import { filterText, Id, nameOf, Seconds } from '../scalars.ts'
import { whenMissing } from '../when-missing.ts'
import { currencies, gatewayTypes } from './gateway-fields.ts'

/** Icons built into the console. Any other icon is the address of an image. */
export const gatewayIcons = ['alipay', 'wechat', 'card', 'wallet'] as const

const fee = z
  .number()
  .min(0, 'payment.not-below-zero')
  .refine((value) => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6, {
    error: 'payment.fee-decimals',
  })

const icon = z
  .string({ error: whenMissing('payment.icon') })
  .trim()
  .min(1, 'payment.icon')
  .max(2_000)
  .refine((text) => gatewayIcons.some((one) => one === text) || isPicture(text), {
    error: 'field.url',
  })

const isPicture = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text)

/** The origin for the gateway's payment callbacks, where it differs from the site's. */
const notifyDomain = z
  .string()
  .trim()
  .max(300)
  .refine((text) => text === '' || /^https?:\/\/[^\s/?#]+\/?$/i.test(text), { error: 'field.url' })

const fields = z.object({
  name: nameOf('payment.name').max(64),
  icon,
  currency: z.enum(currencies, { error: 'payment.currency' }),
  /** Dollars. Used only without a percent fee. */
  fixed_fee: fee.max(1_000_000).default(0),
  /** A fraction: 0.05 is 5 %. */
  percent_fee: fee.max(10).default(0),
  sort: z.number().int().min(0, 'payment.not-below-zero').max(1_000_000).default(0),
  enable: z.boolean().default(true),
  notify_domain: notifyDomain.default(''),
  /** Keyed by the names in `gatewayFields`. An empty secret stays unchanged. */
  config: z.record(z.string().max(64), z.string().max(10_000)).default({}),
})

export const PaymentGatewayInput = fields.extend({
  type: z.enum(gatewayTypes, { error: whenMissing('payment.type') }),
})

/** A partial change. The type of a gateway cannot be changed. */
export const PaymentGatewayChange = changeOf(fields).extend({ id: Id })

export const PaymentGateway = z.object({
  id: z.number().int(),
  uuid: z.string(),
  name: z.string(),
  type: z.enum(gatewayTypes),
  icon: z.string(),
  currency: z.enum(currencies),
  fixed_fee: z.number(),
  percent_fee: z.number(),
  sort: z.number().int(),
  enable: z.boolean(),
  notify_domain: z.string(),
  /** The full address for its payment callbacks. Empty when the site has no address. */
  notify_url: z.string(),
  /** Without secrets. */
  config: z.record(z.string(), z.string()),
  secrets: z.array(z.string()),
  /** Whether it can take payments: all required parameters are set, including the one that verifies callbacks. */
  ready: z.boolean(),
  created_time: Seconds,
  /** 0 when no callback was ever accepted. */
  last_notice_time: Seconds,
})
export type PaymentGateway = z.output<typeof PaymentGateway>

export const paymentGatewaySorts = [
  'id',
  'name',
  'type',
  'currency',
  'fixed_fee',
  'percent_fee',
  'sort',
  'enable',
  'created_time',
  'last_notice_time',
] as const
export type PaymentGatewaySort = (typeof paymentGatewaySorts)[number]

export const PaymentGatewayQuery = listQuery(paymentGatewaySorts, {
  /** The beginning of the name. */
  name: filterText(64),
  uuid: filterText(64),
  type: z.enum(['', ...gatewayTypes]).default(''),
})

export const PaymentMethod = z.object({
  uuid: z.string(),
  name: z.string(),
  type: z.enum(gatewayTypes),
  icon: z.string(),
  currency: z.enum(currencies),
  fixed_fee: z.number(),
  percent_fee: z.number(),
  sort: z.number().int(),
})
export type PaymentMethod = z.output<typeof PaymentMethod>
