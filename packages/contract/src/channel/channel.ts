import { z } from 'zod'
import { selectionOf } from '../bulk.ts'
import { exportQuery, listQuery } from '../list.ts'
import { filterText, QuotaUnits, Seconds } from '../scalars.ts'

export const channelStatus = { enabled: 1, disabled: 2, testDisabled: 3 } as const
export type ChannelStatus = (typeof channelStatus)[keyof typeof channelStatus]

/** What a person can do to a channel in a state; server, page and test ask this table. */
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
  /**
   * The part of the requests that it gets among the enabled channels of its priority, 0 to 1; null: it gets
   * none. A list that is filtered by group or model looks only at channels that serve them.
   */
  share: z.number().nullable(),
  /** Whether channels of its priority are asked first, after others, or never: none of them is enabled. */
  turn: z.enum(['first', 'later', 'never']),
  /** What its supplier takes, in per cent of the supplier's published price; null: not known. */
  cost_percent: z.number().nullable(),
  /** JSON of own cost prices by model. */
  cost_prices: z.string(),
  /** Milliseconds of the last test. */
  response_time: z.number().int(),
  /** 0: never. */
  test_time: Seconds,
  /** What the last test failed with; empty when it passed or there was none. */
  test_failure: z.string(),
  /** Whether a test found `/v1/responses` at this address; null: not known. Only of type OpenAI at an address that is not OpenAI's. */
  has_responses: z.boolean().nullable(),
  used_quota: QuotaUnits,
  /** Answers whose reported usage was above what can be, since the beginning. */
  doubted_answers: z.number().int(),
  /** Left at the supplier, in its own currency; null when unknown. */
  balance: z.number().nullable(),
  /** `USD`, `CNY`; empty when unknown. */
  balance_currency: z.string(),
  /** When the supplier said so; 0: never. */
  balance_time: Seconds,
  created_time: Seconds,
  /** Why, since and until when it is cooling down (epoch seconds), by model; empty when healthy. */
  cooling: z.array(
    z.object({ model: z.string(), since: Seconds, until: Seconds, reason: z.string() }),
  ),
  /** When it last answered a call; 0: never. */
  last_success: Seconds,
  /** What a call last failed with: a failure code, and the upstream's words without secrets. */
  last_failure: z.object({ time: Seconds, failure: z.string(), message: z.string() }).nullable(),
  /** Since when it needs attention, because failures or a test took it or a key of it out of service, and the code. */
  attention: z.object({ since: Seconds, reason: z.string() }).nullable(),
  /** Of this hour and the one before. */
  pulse: z.object({
    answered: z.number().int(),
    /** Failed attempts, those included that another channel then answered. */
    failed: z.number().int(),
    /** Milliseconds; null: nothing was answered. */
    p50: z.number().nullable(),
  }),
})
export type Channel = z.output<typeof Channel>

/** The reason for attention where the supplier says that nothing is left. */
export const noBalance = 'no-balance'

/** A channel's models against what its supplier lists now. */
export const ModelComparison = z.object({
  /** Of the channel that was compared. */
  version: z.number().int(),
  listed: z.number().int(),
  added: z.array(z.string()),
  gone: z.array(z.string()),
  same: z.number().int(),
  /** Of the added: those without a price. */
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
  /** 1: only channels with a tag, 2: only those without. */
  tagged: z.coerce.number().int().min(0).max(2).default(0),
  /** 1: only what needs an administrator's attention. */
  attention: z.coerce.number().int().min(0).max(1).default(0),
}

export const ChannelQuery = listQuery(channelSorts, channelFilters)

export const ChannelExportQuery = exportQuery(channelFilters)

export const ChannelSelection = selectionOf(channelFilters)

/** What a test of many did to its channel: disabled it as too slow or failed, disabled one key of it, or enabled it. */
export const testOutcomes = ['none', 'too-slow', 'failed', 'key-failed', 'enabled'] as const
export type TestOutcome = (typeof testOutcomes)[number]

export const ChannelTest = z.object({
  model: z.string(),
  /** Seconds to the whole answer. */
  time: z.number(),
  status: z.number().int(),
  /** The first words of the answer, for the eye. */
  text: z.string(),
  /** A whole answer was refused, and a stream came. */
  only_streams: z.boolean(),
  /** As in a channel; null: not asked, or no clear answer. */
  has_responses: z.boolean().nullable(),
  /** Why it failed, of a test with `judge`; empty when it passed. */
  failure: z.string(),
  outcome: z.enum(testOutcomes),
})
export type ChannelTest = z.output<typeof ChannelTest>
