import { z } from 'zod'
import { saysSomething } from '../bulk.ts'
import { isServiceAccount, keysIn } from './channel-keys.ts'
import { cloudflareType, isChannelType, sandboxType, vertexType } from './channel-type-numbers.ts'
import { checkLines, PriceFields } from '../pricing/price.ts'
import { changeOf } from '../change-of.ts'
import {
  ChannelOther,
  CostPricesText,
  HeadersText,
  JsonObjectText,
  MappingText,
  PluginText,
} from './channel-texts.ts'
import { whenMissing } from '../when-missing.ts'
import { Id, Name, nameOf } from '../scalars.ts'

/* Rules for a channel's input, for tests of it and for changes. Only forms and the server load them. */

export const modelsMax = 2000

/** A model name. `*` is allowed only as the last character, after at least one other. */
export const ModelPattern = nameOf('channel.models')
  .max(200)
  .refine((name) => !name.includes('*') || /^[^*]+\*$/.test(name), { error: 'field.wildcard' })

const Proxy = z
  .string()
  .trim()
  .max(255)
  .refine((url) => url === '' || (/^(https?|socks5h?):\/\/\S+$/i.test(url) && URL.canParse(url)), {
    error: 'field.proxy',
  })

/** Only a valid host with an optional port and path. */
const isPlain = (url: string): boolean =>
  /^https?:\/\/[a-z0-9[][^\s/?#@\\]*(\/[^\s?#\\]*)?$/i.test(url) && URL.canParse(url)

export const BaseUrl = z
  .string({ error: whenMissing('channel.base-url') })
  .trim()
  .min(1, 'channel.base-url')
  .max(500)
  .refine((url) => /^(https?:\/\/|sandbox:\/\/local$)/i.test(url), { error: 'field.url' })
  .refine((url) => isPlain(url) || !/^https?:/i.test(url), { error: 'field.base-url' })
  .transform((url) => url.replace(/\/+$/, ''))

/**
 * The price of a model, as multipliers. Further lines of an existing entry stay. Without a type it is a price of
 * tokens. Without a supplier it is for the channel's supplier.
 */
const ChannelPrice = PriceFields.omit({ locked: true })
  .partial({ type: true, channel_type: true })
  .extend({ model: ModelPattern })
  .superRefine(checkLines)

export const ChannelInput = z.object({
  type: z
    .number({ error: whenMissing('channel.type') })
    .int()
    .refine(isChannelType, { error: 'channel.type-unknown' }),
  name: nameOf('channel.name').max(100),
  group: z
    .array(nameOf('field.required'), { error: whenMissing('channel.groups') })
    .min(1, 'channel.groups'),
  models: z
    .array(ModelPattern, { error: whenMissing('channel.models') })
    .min(1, 'channel.models')
    .max(modelsMax),
  /** One key per line. Write-only: on a change, empty keeps the stored keys. */
  key: z
    .string()
    .max(100_000)
    .regex(/^[\t\r\n\x20-\x7e]*$/, 'field.key')
    .default(''),
  base_url: BaseUrl,
  other: ChannelOther.default(''),
  tag: Name.max(32).default(''),
  proxy: Proxy.default(''),
  test_model: Name.max(200).default(''),
  model_mapping: MappingText.default(''),
  model_headers: HeadersText.default(''),
  custom_parameter: JsonObjectText.default(''),
  plugin: PluginText.default(''),
  only_chat: z.boolean().default(false),
  /** 1: count everything. 2: skip images. 3: skip the estimate of the input. */
  pre_cost: z.number().int().min(1).max(3).default(1),
  priority: z.number().int().min(0, 'channel.priority').default(0),
  weight: z.number().int().min(1, 'channel.weight').default(1),
  /** The supplier's price in per cent of its published price, to a hundredth. `null` when unknown. */
  cost_percent: z
    .number()
    .min(0, 'channel.cost')
    .max(1_000, 'channel.cost')
    .multipleOf(0.01, 'channel.cost')
    .nullable()
    .default(null),
  /**
   * The supplier's prices for some models instead, by the name sent: `0.15 / 0.6` dollars per million tokens, or `0.03`
   * dollars per call.
   */
  cost_prices: CostPricesText.default(''),
  status: z.union([z.literal(1), z.literal(2)]).default(1),
  /** Prices of its models, stored together with the channel. Prices of other models stay unchanged. */
  prices: z.array(ChannelPrice).max(2000).default([]),
  /** Duration of a passed test with these values, which marks the channel as tested. */
  tested_ms: z.number().int().min(0).max(600_000).optional(),
  tested_responses: z.boolean().optional(),
})
export type ChannelInput = z.output<typeof ChannelInput>

/** Whether the line is `ACCOUNT_ID|API_TOKEN`, or empty. */
const namesAccount = (line: string): boolean => line === '' || /^[^|]+\|[^|]+$/.test(line)

/** A new channel needs a key, unless it is a sandbox. */
export const NewChannel = ChannelInput.refine(
  (channel) => channel.type === sandboxType || channel.key.trim() !== '',
  {
    error: 'channel.key',
    path: ['key'],
    // Reported together with other faults, such as an unknown type.
    when: ({ value }) => ChannelInput.pick({ key: true }).safeParse(value).success,
  },
)
  .refine(
    ({ type, key, base_url: base }) =>
      type !== cloudflareType ||
      base.includes('/accounts/') ||
      key.split(/\s+/).every(namesAccount),
    {
      error: 'channel.account-key',
      path: ['key'],
      when: ({ value }) =>
        ChannelInput.pick({ type: true, key: true, base_url: true }).safeParse(value).success,
    },
  )
  .refine(({ type, key }) => type !== vertexType || keysIn(key).every(isServiceAccount), {
    error: 'channel.service-account',
    path: ['key'],
    when: ({ value }) => ChannelInput.pick({ type: true, key: true }).safeParse(value).success,
  })

type KeyPlace = { readonly type: number; readonly base_url: string }

/** Whether a text can be a key of the channel. */
export const isKeyFor =
  ({ type, base_url: base }: KeyPlace) =>
  (key: string): boolean => {
    if (type === vertexType) return isServiceAccount(key)
    if (type === cloudflareType && !base.includes('/accounts/') && !namesAccount(key)) return false
    return key.startsWith('{') ? /^[\x20-\x7e]+$/.test(key) : /^[\x21-\x7e]+$/.test(key)
  }

export const ChannelChange = changeOf(ChannelInput).extend({ id: Id })

/** Models to add and remove, for the version of the channel that was compared. */
export const ModelsChange = z.object({
  version: z.number().int().min(0),
  add: z
    .array(ModelPattern.refine((name) => !name.includes(','), { error: 'field.characters' }))
    .max(modelsMax),
  remove: z.array(z.string().max(200)).max(modelsMax),
})

export const ChannelBulkChange = changeOf(
  ChannelInput.pick({
    status: true,
    group: true,
    tag: true,
    priority: true,
    weight: true,
    models: true,
    model_mapping: true,
    model_headers: true,
    custom_parameter: true,
    proxy: true,
    test_model: true,
    only_chat: true,
    pre_cost: true,
  }),
).refine(saysSomething, { error: 'field.required' })
export type ChannelBulkChange = z.output<typeof ChannelBulkChange>

/**
 * Unsaved values to test. With `id`, the stored key is used when `key` is empty. Fields that do not affect the supplier
 * call are ignored, and the list of models may be missing.
 */
export const ChannelProbe = ChannelInput.omit({
  name: true,
  group: true,
  tag: true,
  pre_cost: true,
  priority: true,
  weight: true,
  cost_percent: true,
  cost_prices: true,
  status: true,
  prices: true,
  tested_ms: true,
  tested_responses: true,
}).extend({
  models: z.array(ModelPattern).max(2000).optional(),
  id: Id.optional(),
  model: z.string().trim().max(200).default(''),
})
