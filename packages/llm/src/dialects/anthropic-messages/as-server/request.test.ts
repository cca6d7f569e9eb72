import {
  anything,
  assert as check,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  property,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeRequest } from './request.ts'
import { encodeRequest } from '../as-client/request.ts'

function decoded(body: object) {
  const read = decodeRequest({ model: 'claude-opus-4-8', messages: [], ...body })
  if (!read.ok) throw new Error(`${read.field}: ${read.reason}`)
  return read.value
}

describe('a body', () => {
  it.each([
    [null, ''],
    [{ messages: [] }, 'model'],
    [{ model: '', messages: [] }, 'model'],
    [{ model: 'm', messages: 'Hi' }, 'messages'],
    [{ model: 'm', messages: [{ role: 'user', content: '' }, { role: 'tool' }] }, 'messages.1'],
  ])('%j is refused for %j', (body, field) => {
    expect(decodeRequest(body)).toMatchObject({ ok: false, field })
  })

  it('that is any JSON is read, or the field is named, and never throws', () => {
    const key = constantFrom(...words)
    const block = dictionary(key, oneof(jsonValue(), constantFrom(...words)))
    const list = oneof(
      jsonValue(),
      constantFrom(...words),
      block.map((one) => [one, { ...one, content: [one] }]),
    )
    const body = dictionary(key, list).map((fields) => ({
      model: 'claude-opus-4-8',
      ...fields,
      messages: [
        { role: 'user', content: fields['content'] },
        { role: 'assistant', content: fields['messages'] },
      ],
    }))
    check(
      property(oneof(body, jsonValue(), anything()), (value) => {
        const read = decodeRequest(value)
        if (!read.ok) expect(read.field).toBeTypeOf('string')
        else encodeRequest(read.value)
      }),
      { numRuns: 500 },
    )
  })
})

const words = (
  'model messages system tools tool_choice thinking output_config metadata content type role source id name input ' +
  'signature data tool_use tool_result image document base64 text url file auto any tool none enabled adaptive ' +
  'disabled display format schema json_schema cache_control ephemeral redacted_thinking constructor __proto__ toString'
).split(' ')

describe('what the canonical form cannot hold', () => {
  it('is named by its place', () => {
    const request = decoded({
      system: [{ type: 'image' }],
      tools: [
        { type: 'bash_20250124', name: 'bash' },
        { name: 'f', input_schema: {}, defer_loading: true },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a', citations: null },
            { type: 'search_result', title: 't' },
            { type: 'document', source: { type: 'content', content: 'x' } },
            { type: 'document', source: { type: 'url', url: 'u' }, citations: { enabled: true } },
            { type: 'tool_result', tool_use_id: '1', content: [{ type: 'tool_reference' }] },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'server_tool_use', id: '1' },
            { type: 'tool_use', id: '2', name: 'f', input: {}, caller: { type: 'direct' } },
            { type: 'constructor' },
          ],
        },
      ],
    })
    expect(request.lost).toEqual([
      'system.0',
      'messages.0.content.1',
      'messages.0.content.2',
      'messages.0.content.3.citations',
      'messages.0.content.4.content.0',
      'messages.1.content.0',
      'messages.1.content.2',
      'tools.0',
      'tools.1.defer_loading',
    ])
    expect(encodeRequest(request).body['tools']).toEqual([
      { type: 'bash_20250124', name: 'bash' },
      { name: 'f', input_schema: { type: 'object' }, defer_loading: true },
    ])
    expect(encodeRequest({ ...request, dialect: 'gemini' }).body['tools']).toEqual([
      { name: 'f', input_schema: { type: 'object' } },
    ])
  })

  it('stays beside what it can', () => {
    const body = {
      output_config: { effort: 'low', task_budget: { total: 9 } },
      metadata: { user_id: 'u', team: 't' },
      tool_choice: { type: 'new' },
      container: 'c',
    }
    const request = decoded(body)
    expect(request).toMatchObject({ endUser: 'u', reasoning: { effort: 'low' } })
    expect(request.rest).toEqual({
      output_config: { task_budget: { total: 9 } },
      metadata: { team: 't' },
      tool_choice: { type: 'new' },
      container: 'c',
    })
  })
})

it('marks for the cache are for five minutes, or for an hour', () => {
  const mark = (cache_control: object) =>
    decoded({ system: [{ type: 'text', text: 'a', cache_control }] }).messages[0]?.parts[0]
  expect(mark({ type: 'ephemeral' })).toMatchObject({ cache: '5m' })
  expect(mark({ type: 'ephemeral', ttl: '1h' })).toMatchObject({ cache: '1h' })
  expect(mark({ type: 'new' })).not.toHaveProperty('cache')
})

describe('results of tools', () => {
  it('are messages of their own, before what the user says with them', () => {
    const content = [
      { type: 'text', text: 'b' },
      { type: 'tool_result', tool_use_id: '1', content: 'a', is_error: true },
    ]
    expect(decoded({ messages: [{ role: 'user', content }] }).messages).toEqual([
      {
        role: 'tool',
        name: null,
        parts: [
          { kind: 'tool-result', id: '1', isError: true, parts: [{ kind: 'text', text: 'a' }] },
        ],
      },
      { role: 'user', name: null, parts: [{ kind: 'text', text: 'b' }] },
    ])
  })
})

describe('thinking', () => {
  it.each([
    [{ thinking: { type: 'enabled', budget_tokens: 9 } }, { effort: null, budget: 9, shown: null }],
    [
      { thinking: { type: 'adaptive', display: 'omitted' }, output_config: { effort: 'max' } },
      { effort: 'max', budget: null, shown: false },
    ],
    [{ thinking: { type: 'disabled' } }, { effort: 'none', budget: null, shown: null }],
    [
      { thinking: { type: 'disabled' }, output_config: { effort: 'high' } },
      { effort: 'none', budget: null, shown: null },
    ],
    [{ thinking: { type: 'new' } }, null],
    [{ output_config: { effort: 'low' } }, { effort: 'low', budget: null, shown: null }],
    [{}, null],
  ])('%j', (body, reasoning) => {
    expect(decoded(body).reasoning).toEqual(reasoning)
  })

  it('that has no word stays for the vendor', () => {
    expect(decoded({ thinking: { type: 'new' } }).rest).toEqual({ thinking: { type: 'new' } })
    const rest = { output_config: { effort: 'high' } }
    expect(decoded({ thinking: { type: 'disabled' }, ...rest }).rest).toEqual(rest)
  })

  it('of another supplier’s comes back under its maker’s name', () => {
    const content = [
      { type: 'thinking', thinking: 'a', signature: 'posthouse.openai-responses:x' },
      { type: 'thinking', thinking: 'b', signature: '' },
      { type: 'thinking', thinking: 'c', signature: 'posthouse.gemini:y' },
    ]
    expect(decoded({ messages: [{ role: 'assistant', content }] }).messages[0]?.parts).toEqual([
      { kind: 'reasoning', text: 'a', signature: 'openai-responses:x' },
      { kind: 'reasoning', text: 'b', signature: null },
      { kind: 'reasoning', text: 'c', signature: 'gemini:y' },
    ])
  })
})

it('the format of the beta is read too', () => {
  const schema = { type: 'object' }
  const output_format = { type: 'json_schema', schema }
  expect(decoded({ output_format }).format).toMatchObject({ kind: 'schema', schema })
})
