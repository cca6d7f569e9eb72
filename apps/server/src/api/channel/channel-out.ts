import { keyPreview } from '@posthouse/contract/channel-keys'
import type { Channel } from '@posthouse/contract/channel'
import { noPulse, type Pulse, pulsesOf } from '../../domain/analytics/channel-pulse.ts'
import type { ChannelLine } from '../../domain/channels/channel-noun.ts'
import { listFrom, type StoredChannel } from '../../domain/channels/channel-store.ts'
import {
  type ChannelHealth,
  channelHealthOf,
  noHealth,
} from '../../domain/usage-log/rollups/channel-health.ts'
import { findingOf } from '../../domain/channels/responses-finding.ts'
import { hidePassword, hideValues } from '../../domain/channels/hidden-values.ts'
import { type RequestScope, everywhere, type Turns, turnsOf } from '../../domain/channels/turns.ts'
import type { ApiParts } from '../api-parts.ts'
import type { SignedCall } from '../call.ts'
import { idOut, quotaOut, secondsOut } from '../present.ts'

/** Statistics of a channel's calls, and its place among all channels. */
type Figures = {
  readonly pulse?: Pulse | undefined
  readonly lately?: ChannelHealth | undefined
  readonly turns?: Turns
}

/** A channel without its secrets. Keys are shown by their last characters. */
export function channelOut(
  { row, keys, used, doubted }: StoredChannel,
  { health, snapshot }: Pick<ApiParts, 'health' | 'snapshot'>,
  { pulse = noPulse, lately = noHealth, turns = turnsOf(snapshot.get().channels) }: Figures = {},
): Channel {
  return {
    id: idOut(row.id),
    type: Number(row.type),
    name: row.name,
    status: Number(row.status),
    group: listFrom(row.groups),
    models: listFrom(row.models),
    key_count: keys.length,
    key_previews: keys.map(({ secret }) => keyPreview(secret)),
    base_url: row.base_url,
    other: row.other,
    tag: row.tag,
    proxy: hidePassword(row.proxy),
    test_model: row.test_model,
    model_mapping: row.model_mapping,
    model_headers: hideValues(row.model_headers, 'model_headers'),
    custom_parameter: hideValues(row.custom_parameter, 'custom_parameter'),
    plugin: hideValues(row.plugin, 'plugin'),
    only_chat: row.only_chat === 1n,
    pre_cost: Number(row.pre_cost),
    priority: Number(row.priority),
    weight: Number(row.weight),
    share: turns.shareOf(row.id),
    turn: turns.turnOf(Number(row.priority)),
    cost_percent: row.cost_millionths === null ? null : Number(row.cost_millionths) / 10_000,
    cost_prices: row.cost_prices,
    response_time: Number(row.response_time),
    test_failure: row.test_failure,
    has_responses: findingOf(row),
    test_time: secondsOut(row.tested_at === null ? null : Number(row.tested_at), 0),
    used_quota: quotaOut(used),
    doubted_answers: Number(doubted),
    balance: row.balance_micros === null ? null : Number(row.balance_micros) / 1_000_000,
    balance_currency: row.balance_currency,
    balance_time: secondsOut(row.balance_at === null ? null : Number(row.balance_at), 0),
    created_time: secondsOut(Number(row.created_at), 0),
    cooling: health.coolingOf(row.id).map(({ model, since, until, reason }) => ({
      model,
      since: secondsOut(since, 0),
      until: secondsOut(until, 0),
      reason,
    })),
    last_success: secondsOut(lately.succeededAt, 0),
    last_failure:
      lately.failedAt === null
        ? null
        : {
            time: secondsOut(lately.failedAt, 0),
            failure: lately.failure,
            message: lately.message,
          },
    attention: attentionOut(row),
    pulse,
  }
}

/** A later change by an administrator means that the problem was seen. */
const attentionOut = ({
  attention_at: at,
  updated_at: changed,
  attention_reason: reason,
}: StoredChannel['row']): Channel['attention'] =>
  at === null || at <= changed ? null : { since: secondsOut(Number(at), 0), reason }

export const channelsOut = async (
  lines: readonly ChannelLine[],
  { parts }: SignedCall,
  among: RequestScope = everywhere,
): Promise<Channel[]> => {
  const ids = lines.map(({ id }) => id)
  const [channels, pulses, health] = await Promise.all([
    parts.channels.complete(lines),
    pulsesOf(parts.db, ids, parts.clock.now()),
    channelHealthOf(parts.db, ids),
  ])
  const turns = turnsOf(parts.snapshot.get().channels, among)
  return channels.map((channel) => {
    const id = String(channel.row.id)
    return channelOut(channel, parts, { pulse: pulses.get(id), lately: health.get(id), turns })
  })
}
