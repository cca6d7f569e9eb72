import type { ChannelInput } from '@posthouse/contract/channel-input'
import type { Insertable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Fields to change; undefined ones stay as they are. */
export type ChannelChanges = {
  readonly [Field in keyof ChannelInput]?: ChannelInput[Field] | undefined
}

export const newRow = {
  response_time: 0n,
  tested_at: null,
  test_failure: '',
  attention_at: null,
  attention_reason: '',
  balance_micros: null,
  balance_at: null,
  balance_currency: '',
  deleted_at: null,
  responses_of: '',
  has_responses: null,
}

const millionths = (percent: number | null | undefined): bigint | null | undefined =>
  typeof percent === 'number' ? BigInt(Math.round(percent * 10_000)) : percent

/** Columns of the given fields. */
export function columnsOf<Given extends ChannelChanges>(channel: Given) {
  const columns = {
    name: channel.name,
    type: channel.type === undefined ? undefined : BigInt(channel.type),
    status: channel.status === undefined ? undefined : BigInt(channel.status),
    groups: channel.group?.join(','),
    models: channel.models?.join(','),
    tag: channel.tag,
    base_url: channel.base_url,
    other: channel.other,
    proxy: channel.proxy,
    test_model: channel.test_model,
    model_mapping: channel.model_mapping,
    model_headers: channel.model_headers,
    custom_parameter: channel.custom_parameter,
    plugin: channel.plugin,
    only_chat: channel.only_chat === undefined ? undefined : channel.only_chat ? 1n : 0n,
    pre_cost: channel.pre_cost === undefined ? undefined : BigInt(channel.pre_cost),
    priority: channel.priority === undefined ? undefined : BigInt(channel.priority),
    weight: channel.weight === undefined ? undefined : BigInt(channel.weight),
    cost_millionths: millionths(channel.cost_percent),
    cost_prices: channel.cost_prices,
  }
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Given extends ChannelInput
    ? Omit<
        Insertable<Tables['channels']>,
        'id' | 'created_at' | 'updated_at' | 'version' | keyof typeof newRow
      >
    : Partial<Insertable<Tables['channels']>>
}
