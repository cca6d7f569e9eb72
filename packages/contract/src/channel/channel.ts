import { z } from 'zod'
import { selectionOf } from '../bulk.ts'
import { exportQuery, listQuery } from '../list.ts'
import { filterText, QuotaUnits, Seconds } from '../scalars.ts'

export const channelStatus = { enabled: 1, disabled: 2, testDisabled: 3 } as const
export type ChannelStatus = (typeof channelStatus)[keyof typeof channelStatus]

/** Actions allowed in each state of a channel. Server, pages and tests use this table. */
export const channelAllows = {
  enable: [channelStatus.disabled, channelStatus.testDisabled],
  disable: [channelStatus.enabled, channelStatus.testDisabled],
} satisfies Record<string, readonly ChannelStatus[]>

export const Channel = z.object({
  id: z.number().int(),
  type: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  group: z.array(z.string()),
  models: z.array(z.string()),
  /** The number of stored keys, and a preview of each: `…wxyz`. */
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
  /**
   * Its share of requests among the enabled channels of its priority, from 0 to 1; `null` when it gets none. In a list
   * filtered by group or model, only the channels that serve them count.
   */
  share: z.number().nullable(),
  /** Whether channels of its priority are tried first, after others, or never because none is enabled. */
  turn: z.enum(['first', 'later', 'never']),
  /** The supplier's price, in per cent of its published price. `null` when unknown. */
  cost_percent: z.number().nullable(),
  /** JSON of custom cost prices by model. */
  cost_prices: z.string(),
  /** Duration of the last test, in milliseconds. */
  response_time: z.number().int(),
  /** 0 means never. */
  test_time: Seconds,
  /** Why the last test failed. Empty when it passed or there was none. */
  test_failure: z.string(),
  /**
   * Whether a test found `/v1/responses` at this address; `null` when unknown. Only for channels of type OpenAI at
   * another provider's address.
   */
  has_responses: z.boolean().nullable(),
  used_quota: QuotaUnits,
  /** How many answers so far reported implausible usage. */
  doubted_answers: z.number().int(),
  /** The remaining balance at the supplier, in its currency. `null` when unknown. */
  balance: z.number().nullable(),
  /** `USD` or `CNY`. Empty when unknown. */
  balance_currency: z.string(),
  /** When the supplier reported it. 0 means never. */
  balance_time: Seconds,
  created_time: Seconds,
  /** Cooldowns by model, with start, end (epoch seconds) and reason. Empty when healthy. */
  cooling: z.array(
    z.object({ model: z.string(), since: Seconds, until: Seconds, reason: z.string() }),
  ),
  /** When it last answered a call. 0 means never. */
  last_success: Seconds,
  /** The last failure of a call: its code, and the upstream's message without secrets. */
  last_failure: z.object({ time: Seconds, failure: z.string(), message: z.string() }).nullable(),
  /** Set while failures or a test keep the channel, or one of its keys, out of service: since when, and the code. */
  attention: z.object({ since: Seconds, reason: z.string() }).nullable(),
  /** Counted over this hour and the one before. */
  pulse: z.object({
    answered: z.number().int(),
    /** Failed attempts, including those where another channel then answered. */
    failed: z.number().int(),
    /** Median in milliseconds. `null` without answers. */
    p50: z.number().nullable(),
  }),
})
export type Channel = z.output<typeof Channel>

/** The reason for attention when the supplier reports that no balance is left. */
export const noBalance = 'no-balance'

/** A channel's models compared with the supplier's current list. */
export const ModelComparison = z.object({
  /** Version of the channel that was compared. */
  version: z.number().int(),
  listed: z.number().int(),
  added: z.array(z.string()),
  gone: z.array(z.string()),
  same: z.number().int(),
  /** The added models that have no price. */
  unpriced: z.array(z.string()),
})
export type ModelComparison = z.output<typeof ModelComparison>

export const ChannelBalance = Channel.pick({
  balance: true,
  balance_currency: true,
  balance_time: true,
})

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
  name: filterText(100),
  models: filterText(200),
  group: filterText(50),
  type: z.coerce.number().int().min(0).default(0),
  status: z.coerce.number().int().min(0).max(3).default(0),
  /** The whole tag. */
  tag: filterText(32),
  /** 1: only channels with a tag. 2: only those without. */
  tagged: z.coerce.number().int().min(0).max(2).default(0),
  /** 1: only channels that need an administrator's attention. */
  attention: z.coerce.number().int().min(0).max(1).default(0),
}

export const ChannelQuery = listQuery(channelSorts, channelFilters)

export const ChannelExportQuery = exportQuery(channelFilters)

export const ChannelSelection = selectionOf(channelFilters)

/** Effect of a bulk test on its channel: disabled because it was too slow or failed, one key disabled, or enabled. */
export const testOutcomes = ['none', 'too-slow', 'failed', 'key-failed', 'enabled'] as const
export type TestOutcome = (typeof testOutcomes)[number]

export const ChannelTest = z.object({
  model: z.string(),
  /** Seconds until the answer was complete. */
  time: z.number(),
  status: z.number().int(),
  /** The beginning of the answer, for display. */
  text: z.string(),
  /** Whether the model answered only as a stream, after a non-streaming call was refused. */
  only_streams: z.boolean(),
  /** As in a channel. `null` when it was not checked or the result is unclear. */
  has_responses: z.boolean().nullable(),
  /** Why a test with `judge` failed. Empty when it passed. */
  failure: z.string(),
  outcome: z.enum(testOutcomes),
})
export type ChannelTest = z.output<typeof ChannelTest>
