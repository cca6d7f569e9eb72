import { authHeaders } from '@posthouse/llm/parts/auth'
import { endpointOf } from '@posthouse/llm/parts/endpoint'
import { type CompatibleSupplier, supplierOf } from '@posthouse/llm/providers/openai-compatible'
import type { Channel, ChannelKey } from '../channels/channel.ts'
import { editFields } from './body-edit.ts'
import { sandboxHeader } from './sandbox-transport.ts'
import type { CallTimeouts, Opening } from './transport.ts'
import { transportFor, type Transports } from './transports.ts'

/** Where one attempt goes. */
export type Target = {
  readonly channel: Channel
  readonly key: ChannelKey
  /** The model's name there. */
  readonly forwarded: string
}

/** What is sent in every attempt of a request. */
export type Outgoing = {
  /** After the version: `/chat/completions`. */
  readonly path: string
  /** As it came from the client. */
  readonly body: Buffer
  readonly model: string
  readonly stream: boolean
  readonly usageAsked: boolean
  readonly streamOptions: Readonly<Record<string, unknown>> | null
  /** Lowers the output to what the wallet affords. */
  readonly outputCap: { readonly field: string; readonly tokens: number } | null
  /** The client's headers. All but a few stay here. */
  readonly clientHeaders: Readonly<Record<string, string | string[] | undefined>>
  readonly privateAllowed: boolean
  readonly timeouts: CallTimeouts
}

/** Begins one attempt at one channel with one of its keys. */
export function openAttempt(transports: Transports, target: Target, outgoing: Outgoing): Opening {
  const { channel } = target
  const supplier = supplierOf(channel.type)
  return transportFor(transports, channel.dialect).open({
    url: endpointOf(channel.baseUrl, outgoing.path),
    method: 'POST',
    headers: headersFor(target, supplier, outgoing),
    body: bodyFor(target, supplier, outgoing),
    proxy: channel.proxy,
    privateAllowed: outgoing.privateAllowed,
    timeouts: outgoing.timeouts,
  })
}

/** Headers of the client that mean something to a supplier and nothing about the client. */
const forwardedHeaders = ['openai-beta'] as const

/** Headers that decide how the call is sent: a channel cannot set them. */
const reserved = /^(host|content-length|transfer-encoding|connection|upgrade|te|expect)$/i

export function headersFor(
  { channel, key }: Pick<Target, 'channel' | 'key'>,
  supplier: CompatibleSupplier,
  outgoing: Pick<Outgoing, 'clientHeaders' | 'stream'>,
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: outgoing.stream ? 'text/event-stream' : 'application/json',
    // Frames go on byte for byte, so they must come as text.
    'accept-encoding': 'identity',
    'user-agent': 'posthouse',
    ...supplier.headers,
    ...authHeaders(supplier.key, key.secret),
  }
  for (const name of forwardedHeaders) {
    const value = outgoing.clientHeaders[name]
    if (typeof value === 'string') headers[name] = value
  }
  for (const [name, value] of Object.entries(channel.headers)) {
    if (!reserved.test(name)) headers[name.toLowerCase()] = String(value)
  }
  const { sandbox } = channel.plugin
  if (channel.dialect === 'sandbox' && sandbox !== undefined) {
    headers[sandboxHeader] = JSON.stringify(sandbox)
  }
  return headers
}

/**
 * The body for a target. Here is where another dialect will be translated through the canonical
 * model; the same dialect keeps its original bytes, with only what must change replaced.
 */
function bodyFor(target: Target, supplier: CompatibleSupplier, outgoing: Outgoing): Buffer {
  const edits = new Map<string, string | null>()
  if (target.forwarded !== outgoing.model) edits.set('model', JSON.stringify(target.forwarded))
  if (outgoing.stream) {
    const refusesOptions = supplier.quirks.includes('no-stream-options')
    if (refusesOptions) edits.set('stream_options', null)
    else if (!outgoing.usageAsked) {
      edits.set(
        'stream_options',
        JSON.stringify({ ...outgoing.streamOptions, include_usage: true }),
      )
    }
  }
  const { overwrites, fills } = parametersFor(target, supplier)
  for (const [name, value] of overwrites) edits.set(name, value)
  // Last: nothing that a channel sets may spend more than the wallet has.
  if (outgoing.outputCap !== null) {
    edits.set(outgoing.outputCap.field, String(outgoing.outputCap.tokens))
  }
  return editFields(outgoing.body, edits, fills)
}

/** Fields that a channel's parameters never decide: ours or the client's alone. */
const unchangeable = new Set(['model', 'stream', 'stream_options', 'messages', 'n'])
const controls = new Set(['overwrite', 'per_model', 'pre_add'])

function parametersFor(
  { channel, forwarded }: Target,
  supplier: CompatibleSupplier,
): { overwrites: Map<string, string>; fills: Map<string, string> } {
  const own = channel.bodyParameters
  const forModel = own['per_model'] === true ? own[forwarded] : own
  const parameters = typeof forModel === 'object' && forModel !== null ? forModel : {}
  const entries = Object.entries(parameters)
    .filter(([name]) => !controls.has(name) && !unchangeable.has(name))
    .map(([name, value]) => [name, JSON.stringify(value)] as const)
  const required = Object.entries(supplier.fields).map(
    ([name, value]) => [name, JSON.stringify(value)] as const,
  )
  return own['overwrite'] === true
    ? { overwrites: new Map(entries), fills: new Map(required) }
    : { overwrites: new Map(), fills: new Map([...required, ...entries]) }
}
