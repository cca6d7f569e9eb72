import { isReservedHeader } from '@posthouse/contract/channel-rows'
import { authHeaders } from '@posthouse/llm/parts/auth'
import type { DialectName } from '@posthouse/llm/dialect'
import type { Supplier } from '@posthouse/llm/suppliers/supplier'
import { supplierOf } from '@posthouse/llm/suppliers/suppliers'
import type { Outgoing, Prepared, Target } from './outgoing.ts'
import { sandboxHeader } from './sandbox-transport.ts'
import type { Opening } from './transport.ts'
import { isInHouse, transportFor, type Transports } from './transports.ts'

/** Begins one attempt at one channel with one of its keys. */
export function openAttempt(
  transports: Transports,
  target: Target,
  outgoing: Outgoing,
  { dialect, operation, body }: Prepared,
): Opening {
  const { channel, forwarded } = target
  const supplier = supplierOf(channel.type)
  const { baseUrl: base, other } = channel
  const { single, stream } = outgoing
  return transportFor(transports, channel).open({
    url: supplier.place({ base, other, dialect, operation, single, stream, model: forwarded }),
    method: 'POST',
    headers: headersFor(target, supplier, { ...outgoing, dialect, clients: outgoing.dialect }),
    body,
    proxy: channel.proxy,
    privateAllowed: outgoing.privateAllowed,
    timeouts: outgoing.timeouts,
  })
}

/** Headers of the client that mean something to a supplier of its dialect and nothing about the client. */
const forwardedHeaders: Readonly<Record<DialectName, RegExp>> = {
  'openai-chat': /^openai-beta$/,
  'openai-responses': /^openai-beta$/,
  // An open list: the vendor adds to it, and an unknown one is the client's wish.
  'anthropic-messages': /^anthropic-(?!dangerous-)/,
  gemini: /^x-goog-api-client$/,
}

type HeaderFacts = Pick<Outgoing, 'clientHeaders' | 'stream'> & {
  readonly dialect: DialectName
  /** The dialect that the client speaks. */
  readonly clients: DialectName
}

export function headersFor(
  { channel, key }: Pick<Target, 'channel' | 'key'>,
  supplier: Supplier,
  { clientHeaders, stream, dialect, clients }: HeaderFacts,
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: stream ? supplier.framing(dialect).mediaType : 'application/json',
    // Frames go on byte for byte, so they must come as they are.
    'accept-encoding': 'identity',
    'user-agent': 'posthouse',
    ...supplier.headers,
    ...authHeaders(supplier.key, key.secret),
  }
  for (const [name, value] of Object.entries(dialect === clients ? clientHeaders : {})) {
    if (typeof value === 'string' && forwardedHeaders[dialect].test(name)) headers[name] = value
  }
  for (const [name, value] of Object.entries(channel.headers)) {
    if (!isReservedHeader(name)) headers[name.toLowerCase()] = String(value)
  }
  const { sandbox } = channel.plugin
  if (isInHouse(channel) && sandbox !== undefined) headers[sandboxHeader] = JSON.stringify(sandbox)
  return headers
}
