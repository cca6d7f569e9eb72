import { api } from '@posthouse/contract/api'
import { fieldsOf } from '@posthouse/llm/bytes/fields'
import { expect, it } from 'vitest'
import { openApi } from './open-api.ts'

const described: unknown = openApi()

/** What stands at a place in the description, as a reader of the page finds it. */
const at = (...place: readonly string[]): unknown =>
  place.reduce((value, name) => fieldsOf(value)?.[name], described)

it('has every call, and says what it does', () => {
  for (const [name, { path, method, summary }] of Object.entries(api)) {
    const place = ['paths', path.replaceAll(/[:*](\w+)/g, '{$1}'), method.toLowerCase()]
    expect(at(...place), name).toMatchObject({ operationId: name, summary })
    expect(summary, name).toMatch(/\.$/)
  }
})

it('says what lines of a price are, and that those that are not sent are gone', () => {
  const put = ['paths', '/api/prices/single/{model}', 'put'] as const
  expect(at(...put, 'summary')).toContain('no others')
  const body = [...put, 'requestBody', 'content', 'application/json', 'schema'] as const
  expect(at(...body, 'properties', 'lines', 'description')).toContain('service tiers')
  const reply = [...put, 'responses', '200', 'content', 'application/json', 'schema'] as const
  const line = [...reply, 'properties', 'data', 'properties', 'lines', 'items', 'properties']
  expect(at(...line, 'tier', 'description')).toContain('service tier')
  expect(at(...line, 'from_input_tokens', 'description')).toContain('input tokens')
})
