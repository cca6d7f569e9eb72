import { Refusal } from '@posthouse/contract/refusal'
import type { z } from 'zod'
import { TransportError } from '../../upstream/transport/transport.ts'
import { askProvider, jsonOf, type ProviderParts, type ProviderRequest } from '../ask-provider.ts'

/** The JSON of an answer that is no error. Everything else is `oauth.unreachable`. */
export async function askJson<Schema extends z.ZodType>(
  provider: string,
  request: ProviderRequest,
  schema: Schema,
  parts: ProviderParts,
): Promise<z.output<Schema>> {
  const fault = (reason: string): Refusal => {
    parts.log.warn({ provider, host: request.url.host, reason }, 'a sign-in provider failed')
    return new Refusal('oauth.unreachable', { provider })
  }
  const answer = await askProvider(request, parts).catch((error: unknown) => {
    throw error instanceof TransportError ? fault(error.fault) : error
  })
  if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400)) {
    throw fault(`it answered ${answer.status}`)
  }
  const parsed = schema.safeParse(jsonOf(answer.bytes))
  if (!parsed.success) throw fault(`its answer ${answer.status} has another shape`)
  return parsed.data
}
