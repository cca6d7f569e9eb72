import type { Endpoint } from '@posthouse/contract/endpoint'
import type { Language } from '@posthouse/contract/errors'
import { check as checked, fieldFaults } from '@posthouse/contract/field-messages'
import { Refusal } from '@posthouse/contract/refusal'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { ApiEnv } from './api-env.ts'
import { badTextIn } from './bad-text.ts'
import { refusedFields } from './refused-fields.ts'

/** Path, query and body of a call, checked by the contract. Throws `request.invalid` with texts by field. */
export async function checkInput(
  context: Context<ApiEnv>,
  endpoint: Endpoint,
  language: Language,
): Promise<unknown> {
  return {
    params: check(endpoint.params, context.req.param(), language),
    query: check(endpoint.query, context.req.query(), language),
    body:
      endpoint.body === undefined ? undefined : check(endpoint.body, await json(context), language),
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

async function json(context: Context<ApiEnv>): Promise<unknown> {
  const type = context.req.header('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) throw new Refusal('request.media-type', {})
  const text = await context.req.text()
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'JSON'
    throw new Refusal('request.bad-json', { reason })
  }
}
