import type { Supplier } from '@posthouse/llm/providers/supplier'
import type { Decoded } from '@posthouse/llm/protocols/protocol'
import type { ModelRequest } from '@posthouse/llm/request'
import { bringBytes } from '../upstream/bring-bytes.ts'
import { FetchRefused } from '../upstream/guarded-fetch.ts'
import { clientOf } from '../upstream/client-dialect.ts'
import type { Forwarding } from './forwarding.ts'
import { restoreThoughts } from './signatures/restore-thoughts.ts'

/** The request in no dialect, read when the first candidate speaks another than the client. */
export function canonicalOf(forwarding: Forwarding): Decoded<ModelRequest> {
  const { outgoing, request } = forwarding
  forwarding.canonical ??= clientOf(outgoing).asServer.request(
    JSON.parse(request.body.toString('utf8')),
    { model: request.model, stream: request.stream },
  )
  return forwarding.canonical
}

/** The same with bytes for what the supplier does not fetch, and with the thoughts that were kept. */
export async function canonicalFor(
  forwarding: Forwarding,
  { fetches }: Supplier,
): Promise<Decoded<ModelRequest>> {
  const decoded = canonicalOf(forwarding)
  if (!decoded.ok) return decoded
  const { parts, exchange } = forwarding
  try {
    const tokenId = forwarding.caller.token.id
    const whole = await restoreThoughts(decoded.value, parts.signatures, tokenId)
    const value = await bringBytes(whole, {
      transport: parts.transports.http,
      fetches,
      allowedHosts: exchange.snapshot.settings.FetchAllowedHosts.split(/[\s,]+/),
    })
    return { ok: true, value }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { ok: false, field: 'address', reason: error.message }
  }
}
