import { keepingDialect } from '@posthouse/llm/canonical/dialect'
import { Refusal } from '@posthouse/contract/refusal'
import { segmentOf } from '@posthouse/llm/bytes/endpoint'
import { supplierBehind } from '../../domain/channels/channel-supplier.ts'
import type { Channel, ChannelKey } from '../../domain/channels/channel.ts'
import type { ResourceLocation } from '../../domain/channels/decide.ts'
import { headersFor } from '../../upstream/attempt.ts'
import {
  type AttemptFailure,
  failureOfStatus,
  failureOfTransport,
  noJson,
} from '../../upstream/attempt-failure.ts'
import { readSome, readWhole } from '../../upstream/transport/read-whole.ts'
import { TransportError } from '../../upstream/transport/transport.ts'
import { transportFor } from '../../upstream/transport/transports.ts'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { refusalFor } from '../relay/last-failure.ts'
import { relayed } from '../relay/relay.ts'

/** A call about a response that its supplier stores. */
export type KeptQuestion = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly id: string
  /** What follows the id, such as `/input_items?limit=5`. */
  readonly rest: string
}

const answerBytesMax = 64 * 1024 * 1024

/** Asks the supplier that stores a response, with the key it belongs to. Returns its JSON unchanged, or null on 404. */
export async function askPlace(
  parts: GatewayParts,
  exchange: Exchange,
  { place, question }: { place: ResourceLocation; question: KeptQuestion },
): Promise<Buffer | null> {
  const { channel, key } = placeIn(exchange, place, question.id)
  const answer = await ask(parts, exchange, { channel, key, question })
  if (!('failure' in answer)) return Buffer.from(answer.text)
  const { failure } = answer
  if (failure.class === 'not-found') return null
  const { settings } = exchange.snapshot
  throw (
    refusalFor(relayed('failed-before-content', { failure }), settings, false) ??
    new Refusal('response.unreachable', { id: question.id })
  )
}

type StoredStateCall = {
  readonly channel: Channel
  readonly key: ChannelKey
  readonly question: KeptQuestion
}

function placeIn(
  { snapshot }: Exchange,
  { channelId, keyId }: ResourceLocation,
  id: string,
): Omit<StoredStateCall, 'question'> {
  const channel = snapshot.channels.find((each) => each.id === channelId && each.enabled)
  const key = channel?.keys.find((each) => each.id === keyId && each.enabled)
  if (channel === undefined || key === undefined) throw new Refusal('response.unreachable', { id })
  return { channel, key }
}

/** `text` is JSON. */
type Answer = { readonly text: string } | { readonly failure: AttemptFailure }

async function ask(
  parts: GatewayParts,
  exchange: Exchange,
  asking: StoredStateCall,
): Promise<Answer> {
  const { channel } = asking
  const opening = open(parts, exchange, asking)
  exchange.reply.onLeft(() => opening.abort())
  try {
    const { status, headers, body } = await opening.reply
    if (status >= 200 && status < 300) {
      const bytes = await readWhole(body, answerBytesMax, exchange.memory)
      const text = await parts.bodies.compute('objectText', bytes, bytes.length)
      return text === null ? { failure: noJson } : { text }
    }
    const told = { headers, body: await readSome(body, 64 * 1024), now: parts.clock.now() }
    return {
      failure: failureOfStatus(status, { ...told, channel, dialect: keepingDialect }),
    }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { failure: failureOfTransport(error) }
  } finally {
    exchange.reply.onLeft(null)
    opening.abort()
  }
}

function open(
  parts: GatewayParts,
  { incoming, snapshot }: Exchange,
  { channel, key, question }: StoredStateCall,
): ReturnType<GatewayParts['transports']['http']['open']> {
  const supplier = supplierBehind(channel)
  const { settings } = snapshot
  const path = `/${segmentOf(question.id)}${question.rest}`
  const url = supplier.kept?.({ base: channel.baseUrl, other: channel.other, path }) ?? null
  if (url === null) throw new Refusal('response.unreachable', { id: question.id })
  const { method } = question
  const call = { url, method, body: method === 'POST' ? Buffer.from('{}') : null }
  return transportFor(parts.transports, channel).open({
    ...call,
    headers: headersFor({ channel, key }, supplier, {
      ...call,
      now: parts.clock.now(),
      clientHeaders: incoming.request.headers,
      stream: false,
      dialect: keepingDialect,
      clients: keepingDialect,
    }),
    proxy: channel.proxy,
    privateAllowed: settings.PrivateBaseUrlsAllowed,
    timeouts: {
      headersMs: settings.FirstByteTimeout * 1_000,
      idleMs: settings.StreamIdleTimeout * 1_000,
    },
  })
}
