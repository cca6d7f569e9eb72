import { isChannelType } from '@posthouse/contract/channel-type-numbers'
import { Refusal } from '@posthouse/contract/refusal'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { channelFrom, listFrom, type StoredChannel } from '../../domain/channels/channel-store.ts'
import { findingOf, recordFinding } from '../../domain/channels/responses-finding.ts'
import type { Handler } from '../call.ts'
import { channelOut } from './channel-out.ts'
import { storedChannel } from './stored-channel.ts'

const nameMax = 100

/** The keys go from row to row here and nowhere else. A disabled key stays disabled in the copy. */
export const copyChannel: Handler<'copyChannel'> = async ({ params }, call) => {
  const { parts } = call
  const original = await storedChannel(params.id, call)
  const at = parts.clock.now()
  const copied = valuesOf(original)
  const id = await parts.snapshot.change(async (transaction) => {
    const name = await freeName(transaction, original.row.name)
    const made = await parts.channels.insert(transaction, { ...copied, name }, at)
    const has = findingOf(original.row)
    if (has !== null) await recordFinding(transaction, made, { ...copied, has })
    await copyStates(transaction, original.row.id, made)
    return made
  })
  return channelOut(await storedChannel(Number(id), call), parts)
}

function valuesOf(stored: StoredChannel) {
  const { row, keys } = stored
  const { preCost, type } = channelFrom(stored)
  if (!isChannelType(type)) throw new Refusal('channel.not-copied', {})
  return {
    type,
    group: listFrom(row.groups),
    models: listFrom(row.models),
    key: keys.map(({ secret }) => secret).join('\n'),
    base_url: row.base_url,
    other: row.other,
    tag: row.tag,
    proxy: row.proxy,
    test_model: row.test_model,
    model_mapping: row.model_mapping,
    model_headers: row.model_headers,
    custom_parameter: row.custom_parameter,
    plugin: row.plugin,
    only_chat: row.only_chat === 1n,
    pre_cost: preCost,
    priority: Number(row.priority),
    weight: Number(row.weight),
    cost_percent: row.cost_millionths === null ? null : Number(row.cost_millionths) / 10_000,
    cost_prices: row.cost_prices,
    status: 2 as const,
    prices: [],
  }
}

/** `NAME copy`, or with the first number that no channel has. */
async function freeName(transaction: Transaction<Tables>, name: string): Promise<string> {
  const rows = await transaction
    .selectFrom('channels')
    .where('deleted_at', 'is', null)
    .select('name')
    .execute()
  const taken = new Set(rows.map((row) => row.name))
  for (let number = 1; ; number++) {
    const ending = number === 1 ? ' copy' : ` copy ${number}`
    const free = `${name.slice(0, nameMax - ending.length)}${ending}`
    if (!taken.has(free)) return free
  }
}

async function copyStates(
  transaction: Transaction<Tables>,
  from: bigint,
  to: bigint,
): Promise<void> {
  const disabled = await transaction
    .selectFrom('channel_keys')
    .where('channel_id', '=', from)
    .where('status', '!=', 1n)
    .select(['fingerprint', 'status', 'last_error', 'failed_at'])
    .execute()
  for (const { fingerprint, ...state } of disabled) {
    await transaction
      .updateTable('channel_keys')
      .set(state)
      .where('channel_id', '=', to)
      .where('fingerprint', '=', fingerprint)
      .execute()
  }
}
