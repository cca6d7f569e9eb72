import { keyPreview } from '@posthouse/contract/channel-keys'
import { Refusal } from '@posthouse/contract/refusal'
import { supplierOf } from '@posthouse/llm/suppliers/suppliers'
import { channelFrom } from '../../../domain/channels/channel-store.ts'
import type { Channel, ChannelKey } from '../../../domain/channels/channel.ts'
import { askBalance } from '../../../upstream/balance/ask-balance.ts'
import { type Money, waysOf } from '../../../upstream/balance/ways.ts'
import type { ProbeParts } from '../../../channel-tests/test-channel.ts'
import type { Handler } from '../../call.ts'
import { channelOut } from '../channel-out.ts'
import { probeParts } from '../probe-parts.ts'
import { storedChannel } from '../stored-channel.ts'

const keysMax = 50
const atOnce = 5

export const refreshChannelBalance: Handler<'refreshChannelBalance'> = async ({ params }, call) => {
  const { parts } = call
  const stored = await storedChannel(params.id, call)
  const channel = channelFrom(stored)
  if (waysOf(channel.type).length === 0) throw hasNoCall(channel)
  const { micros, currency } = await balanceOf(channel, probeParts(parts))
  await parts.channels.recordBalance(stored.row, { micros, currency, at: parts.clock.now() })
  const { balance, balance_currency, balance_time } = channelOut(
    await storedChannel(params.id, call),
    parts,
  )
  return { balance, balance_currency, balance_time }
}

/** The sum over the enabled keys. A key that cannot be asked leaves no sum. */
async function balanceOf(channel: Channel, parts: ProbeParts): Promise<Money> {
  const keys = channel.keys.filter(({ enabled }) => enabled)
  if (keys.length === 0) throw new Refusal('channel.no-enabled-key', {})
  if (keys.length > keysMax) throw new Refusal('channel.balance-many-keys', { limit: keysMax })
  const balances: Money[] = []
  for (let place = 0; place < keys.length; place += atOnce) {
    const some = keys.slice(place, place + atOnce)
    const told = await Promise.all(some.map((key) => ofKey(channel, key, parts)))
    for (const money of told) balances.push(money)
  }
  const currencies = [...new Set(balances.map(({ currency }) => currency))]
  const [currency = ''] = currencies
  if (currencies.length > 1) {
    throw new Refusal('channel.balance-mixed', { currencies: currencies.join(', ') })
  }
  return { micros: balances.reduce((sum, { micros }) => sum + micros, 0n), currency }
}

async function ofKey(channel: Channel, key: ChannelKey, parts: ProbeParts): Promise<Money> {
  const balance = await askBalance(channel, key, parts)
  if (balance === null) throw hasNoCall(channel)
  const named = keyPreview(key.secret)
  if (!balance.ok) {
    throw new Refusal('channel.balance-not-told', { key: named, message: balance.message })
  }
  if (balance.money === 'unlimited') throw new Refusal('channel.balance-unlimited', { key: named })
  return balance.money
}

const hasNoCall = ({ type }: Channel): Refusal =>
  new Refusal('channel.no-balance-call', { name: supplierOf(type).name })
