import type { Endpoint } from '@posthouse/contract/endpoint'
import type { Language } from '@posthouse/contract/errors'
import { check as checked, fieldFaults } from '@posthouse/contract/field-messages'
import { Refusal } from '@posthouse/contract/refusal'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { ApiEnv } from './api-env.ts'
import { parsedBody } from '../lib/parsed-body.ts'
import { type BodyTimes, readBytes } from '../http/read-bytes.ts'
import { badTextIn } from './bad-text.ts'
import type { Call } from './call.ts'
import { refusedFields } from './refused-fields.ts'

/** Limits of a body by access. Bodies are parsed and checked in one turn of the event loop. */
const bodyMost = {
  public: { bytes: 32 * 1024, values: 2_000 },
  user: { bytes: 2 * 1024 * 1024, values: 20_000 },
  admin: { bytes: 2 * 1024 * 1024, values: 200_000 },
} as const

/** Browsers and scripts send these bodies at once, so seconds are enough. */
export const defaultBodyTimes: BodyTimes = { silenceMs: 10_000, totalMs: 60_000 }

/** Path, query and body of a call, checked by the contract. Throws `request.invalid` with texts by field. */
export async function checkInput(
  context: Context<ApiEnv>,
  endpoint: Endpoint,
  call: Pick<Call, 'language' | 'parts' | 'address'>,
): Promise<unknown> {
  const { language } = call
  return {
    params: check(endpoint.params, context.req.param(), language),
    query: check(endpoint.query, context.req.query(), language),
    body:
      endpoint.body === undefined
        ? undefined
        : check(endpoint.body, await json(context, endpoint, call), language),
  }
}

function check(schema: z.ZodType | undefined, given: unknown, language: Language): unknown {
  if (schema === undefined) return undefined
  const bad = badTextIn(given)
  if (bad !== null) throw refusedFields({ [bad]: 'field.characters' }, language)
  const result = checked(schema, given)
  if (result.success) return result.data
  throw refusedFields(fieldFaults(result.error), language)
}

async function json(
  context: Context<ApiEnv>,
  { access }: Pick<Endpoint, 'access'>,
  { parts, address }: Pick<Call, 'parts' | 'address'>,
): Promise<unknown> {
  const type = context.req.header('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) throw new Refusal('request.media-type', {})
  const most = bodyMost[access === 'root' ? 'admin' : access]
  const memory = parts.memory.lease()
  memory.claim(`address:${address}`)
  try {
    const { request } = context.env.exchange
    const bytes = await readBytes(request, most.bytes, memory, parts.bodyTimes)
    return parsedBody(bytes.toString('utf8'), most.values)
  } finally {
    memory.release()
  }
}
