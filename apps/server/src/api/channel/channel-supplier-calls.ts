import { modelsMax } from '@posthouse/contract/channel-input'
import { keyPreview } from '@posthouse/contract/channel-keys'
import { errorText } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import { supplierOf } from '@posthouse/llm/suppliers/suppliers'
import type { ProbeParts } from '../../channel-tests/test-channel.ts'
import { channelFrom, listFrom } from '../../domain/channels/channel-store.ts'
import type { Channel, ChannelKey } from '../../domain/channels/channel.ts'
import { modelDifference } from '../../domain/channels/model-difference.ts'
import { askBalance } from '../../upstream/balance/ask-balance.ts'
import { type Money, waysOf } from '../../upstream/balance/ways.ts'
import { listModels } from '../../upstream/list-models.ts'
import type { Handler, Handlers, SignedCall } from '../call.ts'
import { refusedFields } from '../refused-fields.ts'
import { channelOut } from './channel-out.ts'
import { probeParts } from './channel-test-calls.ts'
import { storedChannel } from './stored-channel.ts'
import { unsavedChannel } from './unsaved-channel.ts'

const listUpstreamModels: Handler<'listUpstreamModels'> = async ({ body }, call) => [
  ...(await askForModels(await unsavedChannel(body, call), call)),
]

/** Asks the supplier for its models. Refuses with its answer, masked, when it lists none. */
async function askForModels(channel: Channel, call: SignedCall): Promise<readonly string[]> {
  const listing = await listModels(channel, probeParts(call.parts))
  if (listing.ok) return listing.models
  const { message, suspect } = listing
  const text = errorText('channel.models-not-listed', { message }, call.language)
  throw new Refusal(
    'channel.models-not-listed',
    { message },
    { fields: suspect === null ? {} : { [suspect]: text } },
  )
}

const compareChannelModels: Handler<'compareChannelModels'> = async ({ params }, call) => {
  const stored = await storedChannel(params.id, call)
  const channel = channelFrom(stored)
  const listed = await askForModels(channel, call)
  const { added, gone, same } = modelDifference(channel, listed)
  const { prices } = call.parts.snapshot.get()
  return {
    version: Number(stored.row.version),
    listed: listed.length,
    added: [...added],
    gone: [...gone],
    same,
    unpriced: added.filter((model) => prices.match(model) === null),
  }
}

const changeChannelModels: Handler<'changeChannelModels'> = async ({ params, body }, call) => {
  const { parts, language } = call
  const { row } = await storedChannel(params.id, call)
  if (Number(row.version) !== body.version) throw new Refusal('channel.changed', {})
  const removed = new Set(body.remove)
  const kept = listFrom(row.models).filter((model) => !removed.has(model))
  const models = [...new Set([...kept, ...body.add])]
  if (models.length === 0) throw refusedFields({ models: 'channel.models' }, language)
  if (models.length > modelsMax) throw new Refusal('channel.many-models', { limit: modelsMax })
  await parts.snapshot.change(async (transaction) => {
    // Changes of channels are serialised by the revision, so the version cannot change before the write.
    const now = await transaction
      .selectFrom('channels')
      .where('id', '=', row.id)
      .where('deleted_at', 'is', null)
      .select('version')
      .executeTakeFirst()
    if (now?.version !== row.version) throw new Refusal('channel.changed', {})
    await parts.channels.update(transaction, row.id, { models }, parts.clock.now())
  })
  return channelOut(await storedChannel(params.id, call), parts)
}

const keysMax = 50
const atOnce = 5

const refreshChannelBalance: Handler<'refreshChannelBalance'> = async ({ params }, call) => {
  const { parts } = call
  const stored = await storedChannel(params.id, call)
  const channel = channelFrom(stored)
  if (waysOf(channel.type).length === 0) throw noBalanceCall(channel)
  const { micros, currency } = await balanceOf(channel, probeParts(parts))
  await parts.channels.recordBalance(stored.row, { micros, currency, at: parts.clock.now() })
  const { balance, balance_currency, balance_time } = channelOut(
    await storedChannel(params.id, call),
    parts,
  )
  return { balance, balance_currency, balance_time }
}

/** The sum over the enabled keys. Refuses when any of them cannot be asked. */
async function balanceOf(channel: Channel, parts: ProbeParts): Promise<Money> {
  const keys = channel.keys.filter(({ enabled }) => enabled)
  if (keys.length === 0) throw new Refusal('channel.no-enabled-key', {})
  if (keys.length > keysMax) throw new Refusal('channel.balance-many-keys', { limit: keysMax })
  const balances: Money[] = []
  for (let place = 0; place < keys.length; place += atOnce) {
    const some = keys.slice(place, place + atOnce)
    const told = await Promise.all(some.map((key) => askBalanceOfKey(channel, key, parts)))
    for (const money of told) balances.push(money)
  }
  const currencies = [...new Set(balances.map(({ currency }) => currency))]
  const [currency = ''] = currencies
  if (currencies.length > 1) {
    throw new Refusal('channel.balance-mixed', { currencies: currencies.join(', ') })
  }
  return { micros: balances.reduce((sum, { micros }) => sum + micros, 0n), currency }
}

async function askBalanceOfKey(
  channel: Channel,
  key: ChannelKey,
  parts: ProbeParts,
): Promise<Money> {
  const balance = await askBalance(channel, key, parts)
  if (balance === null) throw noBalanceCall(channel)
  const named = keyPreview(key.secret)
  if (!balance.ok) {
    throw new Refusal('channel.balance-not-told', { key: named, message: balance.message })
  }
  if (balance.money === 'unlimited') throw new Refusal('channel.balance-unlimited', { key: named })
  return balance.money
}

const noBalanceCall = ({ type }: Channel): Refusal =>
  new Refusal('channel.no-balance-call', { name: supplierOf(type).name })

export const channelSupplierHandlers = {
  listUpstreamModels,
  compareChannelModels,
  changeChannelModels,
  refreshChannelBalance,
} satisfies Partial<Handlers>
