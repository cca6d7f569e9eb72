import { z } from 'zod'
import { saysSomething, selectionOf } from './bulk.ts'
import { isChannelType, sandboxType } from './channel-type-numbers.ts'
import { changeOf } from './change-of.ts'
import { ApiVersion, HeadersText, MappingText, PluginText } from './channel-texts.ts'
import { whenMissing } from './field-messages.ts'
import { exportQuery, listQuery } from './list.ts'
import { Id, JsonObjectText, Name, nameOf, QuotaUnits, Seconds } from './scalars.ts'

export const channelStatus = { enabled: 1, disabled: 2, testDisabled: 3 } as const
export type ChannelStatus = (typeof channelStatus)[keyof typeof channelStatus]

/** What a person can do to a channel in a state; server, page and test ask this table. */
export const channelAllows = {
  enable: [channelStatus.disabled, channelStatus.testDisabled],
  disable: [channelStatus.enabled, channelStatus.testDisabled],
} satisfies Record<string, readonly ChannelStatus[]>

/** A model name, `*` only as the last character with something before it. */
export const ModelPattern = nameOf('channel.models')
  .max(200, 'field.too-long')
  .refine((name) => !name.includes('*') || /^[^*]+\*$/.test(name), { error: 'field.wildcard' })

const Proxy = z
  .string()
  .trim()
  .max(255, 'field.too-long')
  .refine((url) => url === '' || /^(https?|socks5h?):\/\/\S+$/.test(url), { error: 'field.proxy' })

const BaseUrl = z
  .string({ error: whenMissing('channel.base-url') })
  .trim()
  .min(1, 'channel.base-url')
  .max(500, 'field.too-long')
  .refine((url) => /^(https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?|sandbox:\/\/local)$/.test(url), {
    error: 'field.url',
  })
  .transform((url) => url.replace(/\/+$/, ''))

export const ChannelInput = z.object({
  type: z
    .number({ error: whenMissing('channel.type') })
    .int()
    .refine(isChannelType, { error: 'channel.type-unknown' }),
  name: nameOf('channel.name').max(100, 'field.too-long'),
  group: z.array(Name.min(1), { error: whenMissing('channel.groups') }).min(1, 'channel.groups'),
  models: z
    .array(ModelPattern, { error: whenMissing('channel.models') })
    .min(1, 'channel.models')
    .max(2000),
  /** One key a line. Write-only: empty on a change means "keep the stored ones". */
  key: z.string().max(100_000).default(''),
  base_url: BaseUrl,
  other: ApiVersion.default(''),
  tag: Name.max(32, 'field.too-long').default(''),
  proxy: Proxy.default(''),
  test_model: Name.max(200).default(''),
  model_mapping: MappingText.default(''),
  model_headers: HeadersText.default(''),
  custom_parameter: JsonObjectText.default(''),
  plugin: PluginText.default(''),
  only_chat: z.boolean().default(false),
  /** 1 count everything, 2 skip images, 3 skip the estimate of the input. */
  pre_cost: z.number().int().min(1).max(3).default(1),
  priority: z.number().int().min(0, 'channel.priority').default(0),
  weight: z.number().int().min(1, 'channel.weight').default(1),
  status: z.union([z.literal(1), z.literal(2)]).default(1),
})
export type ChannelInput = z.output<typeof ChannelInput>

/** A new channel must bring a key, except of the sandbox type. */
export const NewChannel = ChannelInput.refine(
  (channel) => channel.type === sandboxType || channel.key.trim() !== '',
  {
    error: 'channel.key',
    path: ['key'],
    // It is told beside whatever else is wrong, a type that is none included.
    when: ({ value }) => ChannelInput.pick({ key: true }).safeParse(value).success,
  },
)

/** A change: only what is given. */
export const ChannelChange = changeOf(ChannelInput).extend({ id: Id })

export const Channel = z.object({
  id: z.number().int(),
  type: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  group: z.array(z.string()),
  models: z.array(z.string()),
  /** How many keys are stored, and how each may be told apart: `…wxyz`. */
  key_count: z.number().int(),
  key_previews: z.array(z.string()),
  base_url: z.string(),
  other: z.string(),
  tag: z.string(),
  proxy: z.string(),
  test_model: z.string(),
  model_mapping: z.string(),
  model_headers: z.string(),
  custom_parameter: z.string(),
  plugin: z.string(),
  only_chat: z.boolean(),
  pre_cost: z.number().int(),
  priority: z.number().int(),
  weight: z.number().int(),
  /** Milliseconds of the last test. */
  response_time: z.number().int(),
  /** 0: never. */
  test_time: Seconds,
  /** What the last test failed with; empty when it passed or there was none. */
  test_failure: z.string(),
  used_quota: QuotaUnits,
  /** Answers whose reported usage was above what can be, since the beginning. */
  doubted_answers: z.number().int(),
  /** Left at the supplier, in dollars; null when unknown. */
  balance: z.number().nullable(),
  created_time: Seconds,
  /** Why and until when it is cooling down (epoch seconds), by model; empty when healthy. */
  cooling: z.array(z.object({ model: z.string(), until: Seconds, reason: z.string() })),
})
export type Channel = z.output<typeof Channel>

export const channelSorts = [
  'id',
  'name',
  'group',
  'type',
  'status',
  'response_time',
  'balance',
  'priority',
  'weight',
] as const
export type ChannelSort = (typeof channelSorts)[number]

const channelFilters = {
  name: z.string().trim().max(100).default(''),
  models: z.string().trim().max(200).default(''),
  group: z.string().trim().max(50).default(''),
  type: z.coerce.number().int().min(0).default(0),
  status: z.coerce.number().int().min(0).max(3).default(0),
  tag: z.string().trim().max(32).default(''),
}

export const ChannelQuery = listQuery(channelSorts, channelFilters)

export const ChannelExportQuery = exportQuery(channelFilters)

export const ChannelSelection = selectionOf(channelFilters)

/** What can be changed of many channels at once. */
export const ChannelBulkChange = changeOf(
  ChannelInput.pick({ status: true, group: true, tag: true, priority: true, weight: true }),
).refine(saysSomething, { error: 'field.required' })
export type ChannelBulkChange = z.output<typeof ChannelBulkChange>

export const ChannelTest = z.object({
  model: z.string(),
  /** Seconds to the whole answer. */
  time: z.number(),
  status: z.number().int(),
  /** The first words of the answer, for the eye. */
  text: z.string(),
})
export type ChannelTest = z.output<typeof ChannelTest>

/** Unsaved values to try; `id` lends the stored key when `key` is empty. */
export const ChannelProbe = ChannelInput.partial({ name: true, group: true, models: true }).extend({
  id: Id.optional(),
  model: z.string().trim().max(200).default(''),
})
