import { channelStatus } from '@posthouse/contract/channel'
import type { ChannelBulkChange } from '@posthouse/contract/channel-input'
import { isServiceAccount, keysIn } from '@posthouse/contract/channel-keys'
import { isChannelType, sandboxType, vertexType } from '@posthouse/contract/channel-type-numbers'
import { Refusal } from '@posthouse/contract/refusal'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { columnsOf } from '../../domain/channels/channel-columns.ts'
import { type ChannelLine, channels } from '../../domain/channels/channel-noun.ts'
import { channelFrom, listFrom, type StoredChannel } from '../../domain/channels/channel-store.ts'
import { findingOf, recordFinding } from '../../domain/channels/responses-finding.ts'
import { sealed } from '../../domain/channels/sealed-texts.ts'
import type { Handler, Handlers, SignedCall } from '../call.ts'
import { dollars, namesOf, time } from '../csv/cells.ts'
import type { Cell } from '../csv/csv-file.ts'
import { requireGroups } from '../group/require-groups.ts'
import { changeManyOf, deleteManyOf, deleteOf, getOf, listOf } from '../noun/calls-of.ts'
import { type Columns, exportOf } from '../noun/export-of.ts'
import { refusedFields } from '../refused-fields.ts'
import { putPrices, recordFound, recordProbe } from './beside-channel.ts'
import { channelOut, channelsOut } from './channel-out.ts'
import {
  requirePasswordForMove,
  requireSecretsForMove,
  withKeptSecrets,
} from './channel-secrets.ts'
import { requireAllowedAddresses } from './require-allowed-addresses.ts'
import { storedChannel } from './stored-channel.ts'

const statusName = namesOf(channelStatus)

/** Leaves out every column that may hold a secret: keys, proxy, headers, parameters. */
const columns: Columns<ChannelLine> = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['type', ({ type }) => type],
  ['status', ({ status }) => statusName(status)],
  ['groups', ({ groups }) => listFrom(groups).join(' ')],
  ['models', ({ models }) => listFrom(models).join(' ')],
  ['tag', ({ tag }) => tag],
  ['keys', (channel) => channel.key_count],
  ['priority', ({ priority }) => priority],
  ['weight', ({ weight }) => weight],
  ['response_ms', (row) => (row.tested_at === null ? null : row.response_time)],
  ['tested', (row, { timeZone }) => time(row.tested_at, timeZone)],
  ['test_failure', (row) => row.test_failure],
  ['used_quota', ({ used }) => BigInt(used)],
  ['used_usd', ({ used }, { perUnit }) => dollars(BigInt(used), perUnit)],
  ['balance', (row) => balanceCell(row.balance_micros)],
  ['balance_currency', (row) => row.balance_currency],
  ['created', (row, { timeZone }) => time(row.created_at, timeZone)],
]

const balanceCell = (micros: bigint | null): Cell =>
  micros === null ? null : dollars(micros, 1_000_000)

const listChannels: Handler<'listChannels'> = (input, call) =>
  listOf(channels, (lines: readonly ChannelLine[], of: SignedCall) =>
    channelsOut(lines, of, { group: input.query.group, model: input.query.models }),
  )(input, call)

const getChannel: Handler<'getChannel'> = getOf(channels, channelsOut)

const exportChannels: Handler<'exportChannels'> = exportOf(channels, columns)

const changeChannels: Handler<'changeChannels'> = changeManyOf(
  channels,
  (change: ChannelBulkChange, call) => {
    requireGroups(change.group ?? [], call)
    requireAllowedAddresses({ proxy: change.proxy }, call.parts)
    withKeptSecrets(change, null, call.language)
    requirePasswordForMove(change, call)
    const { proxy: _, model_headers: __, custom_parameter: ___, ...open } = change
    return columnsOf(open)
  },
  ({ proxy, model_headers, custom_parameter }, { parts }) =>
    (id) =>
      sealed(id, { proxy, model_headers, custom_parameter }, parts.seal),
)

const deleteChannel: Handler<'deleteChannel'> = deleteOf(channels)

const deleteChannels: Handler<'deleteChannels'> = deleteManyOf(channels)

const createChannel: Handler<'createChannel'> = async ({ body }, call) => {
  const { parts, language } = call
  requireGroups(body.group, call)
  requireAllowedAddresses(body, parts)
  // The form needs no key for the sandbox, but a channel without a key serves nothing.
  const key = body.type === sandboxType && body.key.trim() === '' ? 'sandbox' : body.key
  const at = parts.clock.now()
  const channel = { ...withKeptSecrets(body, null, language), key }
  const id = await parts.snapshot.change(async (transaction) => {
    await putPrices(transaction, body, { type: body.type, call })
    const made = await parts.channels.insert(transaction, channel, at)
    await recordFound(transaction, made, body)
    return made
  })
  await recordProbe(id, body, parts)
  return channelOut(await storedChannel(Number(id), call), parts)
}

const nameMax = 100

const createChannels: Handler<'createChannels'> = async ({ body }, call) => {
  const { parts, language } = call
  const { more_base_urls: more, ...given } = body
  requireGroups(given.group, call)
  const urls = [given.base_url, ...more]
  for (const base_url of urls) requireAllowedAddresses({ base_url, proxy: given.proxy }, parts)
  const keys = keysIn(given.key)
  const channel = withKeptSecrets(given, null, language)
  const channels = (keys.length === 0 ? ['sandbox'] : keys).map((key, place) => ({
    ...channel,
    key,
    name: numberName(channel.name, place + 1),
    base_url: urls[place] ?? given.base_url,
  }))
  const at = parts.clock.now()
  const ids = await parts.snapshot.change(async (transaction) => {
    await putPrices(transaction, given, { type: given.type, call })
    const made: bigint[] = []
    for (const each of channels) {
      const id = await parts.channels.insert(transaction, each, at)
      // The form was tested with the first address.
      if (each.base_url === given.base_url) await recordFound(transaction, id, given)
      made.push(id)
    }
    return made
  })
  // The form was tested with the first key and address.
  if (ids[0] !== undefined) await recordProbe(ids[0], given, parts)
  return { created: ids.length }
}

function numberName(name: string, number: number): string {
  const ending = number === 1 ? '' : `_${number}`
  return `${name.slice(0, nameMax - ending.length)}${ending}`
}

const updateChannel: Handler<'updateChannel'> = async ({ body }, call) => {
  const { parts, language } = call
  const { id, ...given } = body
  const channel = await storedChannel(id, call)
  if (given.group !== undefined) requireGroups(given.group, call)
  requireAllowedAddresses(given, parts)
  requireSecretsForMove(given, channel, call)
  const change = withKeptSecrets(given, channel.row, language)
  const type = given.type ?? Number(channel.row.type)
  if (type === vertexType && !keysIn(given.key ?? '').every(isServiceAccount)) {
    throw refusedFields({ key: 'channel.service-account' }, language)
  }
  await parts.snapshot.change(async (transaction) => {
    await putPrices(transaction, given, { type, call })
    await parts.channels.update(transaction, channel.row.id, change, parts.clock.now())
    const base_url = given.base_url ?? channel.row.base_url
    await recordFound(transaction, channel.row.id, { ...given, type, base_url })
  })
  await recordProbe(channel.row.id, given, parts)
  return channelOut(await storedChannel(id, call), parts)
}

const seeChannel: Handler<'seeChannel'> = async ({ params }, call) => {
  const { row } = await storedChannel(params.id, call)
  // A problem that was reported after the page was loaded stays.
  await call.parts.db
    .updateTable('channels')
    .set({ attention_at: null })
    .where('id', '=', row.id)
    .where('attention_at', '=', row.attention_at)
    .execute()
  return null
}

/** Copies the keys without sending them to the browser. A disabled key stays disabled in the copy. */
const copyChannel: Handler<'copyChannel'> = async ({ params }, call) => {
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

/** `NAME copy`, with the first number that makes it unique. */
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

export const channelHandlers = {
  listChannels,
  getChannel,
  exportChannels,
  changeChannels,
  deleteChannel,
  deleteChannels,
  createChannel,
  createChannels,
  updateChannel,
  seeChannel,
  copyChannel,
} satisfies Partial<Handlers>
