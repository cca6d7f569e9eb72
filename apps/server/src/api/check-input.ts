import type { Endpoint } from '@posthouse/contract/endpoint'
import type { Language } from '@posthouse/contract/errors'
import { fieldMessages, fieldTexts } from '@posthouse/contract/field-messages'
import { Refusal } from '@posthouse/contract/refusal'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { ApiEnv } from './api-env.ts'
import { type BodyTimes, readBytes } from '../http/read-bytes.ts'
import { badTextIn } from './bad-text.ts'
import type { Call } from './call.ts'

const bodyMaxBytes = 2 * 1024 * 1024

/** What a browser or a script sends in one go: seconds are long. */
export const defaultBodyTimes: BodyTimes = { silenceMs: 10_000, totalMs: 60_000 }

/** Path, query and body of a call, checked by the contract. Throws `request.invalid` with texts by field. */
export async function checkInput(
  context: Context<ApiEnv>,
  endpoint: Endpoint,
  { language, parts }: Pick<Call, 'language' | 'parts'>,
): Promise<unknown> {
  return {
    params: check(endpoint.params, context.req.param(), language),
    query: check(endpoint.query, context.req.query(), language),
    body:
      endpoint.body === undefined
        ? undefined
        : check(endpoint.body, await json(context, parts.bodyTimes), language),
  }
}

function check(schema: z.ZodType | undefined, given: unknown, language: Language): unknown {
  if (schema === undefined) return undefined
  const bad = badTextIn(given)
  if (bad !== null) throw invalid({ [bad]: fieldMessages['field.characters'][language] })
  const result = schema.safeParse(given)
  if (result.success) return result.data
  throw invalid(fieldTexts(result.error, language))
}

function invalid(fields: Readonly<Record<string, string>>): Refusal {
  const field = Object.entries(fields)
    .map(([path, text]) => (path === '' ? text : `${path}: ${text}`))
    .join('; ')
  return new Refusal('request.invalid', { field }, { fields })
}

async function json(context: Context<ApiEnv>, times: BodyTimes): Promise<unknown> {
  const type = context.req.header('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) throw new Refusal('request.media-type', {})
  const bytes = await readBytes(context.env.exchange.request, bodyMaxBytes, times)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'JSON'
    throw new Refusal('request.bad-json', { reason })
  }
}
