import { isReservedHeader } from '@posthouse/contract/channel-rows'
import type { DialectName, SpokenDialect } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import type { UnsignedCall } from '@posthouse/llm/signers/signer'
import type { Supplier } from '@posthouse/llm/suppliers/supplier'
import { supplierBehind } from '../domain/channels/channel-supplier.ts'
import type { Channel, ChannelKey } from '../domain/channels/channel.ts'
import type { Clock } from '../lib/clock.ts'
import { openExchanged } from './keys/exchanged-key.ts'
import type { Outgoing, PreparedRequest, Target } from './outgoing.ts'
import { sandboxHeader } from './transport/sandbox-transport.ts'
import type { Opening } from './transport/transport.ts'
import { isInHouse, transportFor, type Transports } from './transport/transports.ts'

export type AttemptParts = {
  readonly transports: Transports
  readonly clock: Pick<Clock, 'now'>
}

/** Begins one attempt at one channel with one of its keys. */
export function openAttempt(
  { transports, clock }: AttemptParts,
  target: Target,
  outgoing: Outgoing,
  { dialect, operation, body, files, words }: PreparedRequest,
): Opening {
  const { channel, forwarded, key } = target
  const supplier = supplierBehind(channel)
  const { baseUrl: base, other } = channel
  const { single, stream } = outgoing
  const account = supplier.accountIn(key.secret)
  const where = {
    base,
    other,
    account,
    dialect,
    operation,
    single,
    stream,
    model: forwarded,
    ...(words !== undefined && { words }),
  }
  const url = supplier.place(where)
  const call = { url, method: 'POST', body } as const
  const { dialect: clients, clientHeaders } = outgoing
  const now = clock.now()
  const facts = { ...call, clientHeaders, stream, dialect, clients, now }
  const transport = transportFor(transports, channel)
  const { proxy } = channel
  const { privateAllowed, timeouts } = outgoing
  const openWith = (used: ChannelKey): Opening => {
    const headers = headersFor({ channel, key: used }, supplier, facts)
    return transport.open({
      ...call,
      ...(files !== undefined && { files }),
      headers,
      proxy,
      privateAllowed,
      timeouts,
    })
  }
  const { exchange } = supplier
  if (exchange === undefined) return openWith(key)
  const asked = { exchange, key: key.secret, now, proxy, privateAllowed }
  return openExchanged(transport, {
    ...asked,
    open: (token) => openWith({ ...key, secret: token }),
  })
}

type HeaderFacts = Pick<Outgoing, 'clientHeaders' | 'stream'> &
  Omit<UnsignedCall, 'headers'> & {
    readonly dialect: SpokenDialect
    /** The dialect that the client speaks; null: nobody asked but us. */
    readonly clients: DialectName | null
    readonly now: number
  }

export function headersFor(
  { channel, key }: Pick<Target, 'channel' | 'key'>,
  supplier: Supplier,
  facts: HeaderFacts,
): Record<string, string> {
  const { url, method, body, stream, dialect, now } = facts
  const own: Record<string, string> = {
    'content-type': 'application/json',
    accept: stream ? supplier.framing(dialect).mediaType : 'application/json',
    // Frames go on byte for byte, so they must come as they are.
    'accept-encoding': 'identity',
    'user-agent': 'posthouse',
    ...supplier.headers,
    ...forwardedOf(facts),
  }
  const set = headersOf(channel)
  const call = { url, method, body, headers: { ...own, ...set } }
  return { ...own, ...supplier.signer(call, key.secret, now), ...set }
}

function forwardedOf({ clientHeaders, dialect, clients }: HeaderFacts): Record<string, string> {
  const headers: Record<string, string> = {}
  if (clients === null || dialect !== clients) return headers
  const { headersPassedOn } = dialects[clients].asClient
  for (const [name, value] of Object.entries(clientHeaders)) {
    if (typeof value === 'string' && headersPassedOn.test(name)) headers[name] = value
  }
  return headers
}

/** Headers that a channel sets itself. */
function headersOf(channel: Channel): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(channel.headers)) {
    if (!isReservedHeader(name)) headers[name.toLowerCase()] = String(value)
  }
  const { sandbox } = channel.plugin
  if (isInHouse(channel) && sandbox !== undefined) headers[sandboxHeader] = JSON.stringify(sandbox)
  return headers
}
