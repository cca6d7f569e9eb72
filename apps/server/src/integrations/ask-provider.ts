import type { Log } from '../lib/log.ts'
import { type Opening, type Transport, TransportError } from '../upstream/transport/transport.ts'
import { readWhole } from '../upstream/transport/read-whole.ts'

export type ProviderParts = { readonly transport: Transport; readonly log: Log }

export type ProviderRequest = {
  readonly url: URL
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | null
  readonly privateAllowed: boolean
  /** For the whole answer. */
  readonly waitMs?: number
}

export type ProviderAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

const totalMs = 10_000
const bytesMax = 512 * 1_024

/** One request, with its answer whole. Redirects are not followed. Rejects with a `TransportError`. */
export async function askProvider(
  request: ProviderRequest,
  { transport }: ProviderParts,
): Promise<ProviderAnswer> {
  const opening = open(request, transport)
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new TransportError('timeout-headers', 'the provider took too long')),
    request.waitMs ?? totalMs,
  )
  try {
    return await Promise.race([answerOf(opening), late.promise])
  } finally {
    clearTimeout(timer)
    opening.abort()
  }
}

async function answerOf(opening: Opening): Promise<ProviderAnswer> {
  const { status, headers, body } = await opening.reply
  return { status, headers, bytes: await readWhole(body, bytesMax) }
}

const open = (
  { url, method, headers = {}, body = null, privateAllowed }: ProviderRequest,
  transport: Transport,
): Opening =>
  transport.open({
    url,
    method,
    headers: {
      accept: 'application/json',
      'user-agent': 'posthouse',
      ...headers,
      'accept-encoding': 'identity',
    },
    body: body === null ? null : Buffer.from(body),
    proxy: '',
    privateAllowed,
    timeouts: { headersMs: totalMs, idleMs: totalMs },
  })

/** Undefined: it is no JSON. */
export function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** An address below the one that the operator set, which may have a path and a slash at its end. */
export const urlBelow = (address: string, path: string): URL =>
  new URL(`${address.replace(/\/+$/, '')}${path}`)
