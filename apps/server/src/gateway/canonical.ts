import { dialects } from '@posthouse/llm/dialects'
import type { Decoded } from '@posthouse/llm/protocols/protocol'
import type { ModelRequest } from '@posthouse/llm/request'
import type { Forwarding } from './forwarding.ts'

/** The request in no dialect, read when the first candidate speaks another than the client. */
export function canonicalOf(forwarding: Forwarding): Decoded<ModelRequest> {
  const { outgoing, request } = forwarding
  forwarding.canonical ??= dialects[outgoing.dialect].asServer.request(
    JSON.parse(request.body.toString('utf8')),
    { model: request.model, stream: request.stream },
  )
  return forwarding.canonical
}
