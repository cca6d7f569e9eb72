import { describe, expect, test } from 'vitest'
import type { Part } from '../request.ts'
import { plainRequest } from '../../testing/plain-request.ts'
import { mendedIds, withCallIds } from './call-ids.ts'
import { idEdits, mayNeedIds } from './same-ids.ts'
import { toolIdOf } from './tool-id.ts'
import { callIds as messagesIds } from '../../dialects/anthropic-messages/as-client/call-ids.ts'
import { callIds as chatIds } from '../../dialects/openai-chat/as-client/call-ids.ts'
import { callIds as responsesIds } from '../../dialects/openai-responses/as-client/call-ids.ts'

const call = (id: string) => ({ of: 'call', id }) as const
const result = (id: string) => ({ of: 'result', id }) as const
const strict = { fitting: toolIdOf, areUnique: true }

describe('ids of calls and of their results', () => {
  test('stay as they are when nobody refuses them', () => {
    expect(mendedIds([call('a'), result('a'), call('b')], strict)).toEqual(['a', 'a', 'b'])
  })

  test('fit, the same for both', () => {
    const fitting = toolIdOf('Bash:0')
    expect(mendedIds([call('Bash:0'), result('Bash:0')], strict)).toEqual([fitting, fitting])
  })

  test('that are empty meet in their order, and take nobody’s place', () => {
    const uses = [call(''), call(''), result(''), result(''), call('call_1'), result('call_1')]
    expect(mendedIds(uses, strict)).toEqual([
      'call_2',
      'call_3',
      'call_2',
      'call_3',
      'call_1',
      'call_1',
    ])
  })

  test('that come twice are told apart', () => {
    const uses = [call('f'), result('f'), call('f'), result('f'), result('f')]
    expect(mendedIds(uses, strict)).toEqual(['f', 'f', 'f_1', 'f_1', 'f_1'])
  })

  test('of a conversation that grew are mended as before', () => {
    const uses = [call(''), result(''), call('a:1'), result('a:1'), call(''), result('')]
    const before = mendedIds(uses.slice(0, 4), strict)
    expect(mendedIds(uses, strict).slice(0, 4)).toEqual(before)
  })
})

test('a request in no dialect has an id for every call', () => {
  const called: Part = { kind: 'tool-call', id: '', name: 'f', arguments: '{}' }
  const answered: Part = { kind: 'tool-result', id: '', parts: [] }
  const messages = [
    { role: 'assistant', name: null, parts: [called, called] },
    { role: 'tool', name: null, parts: [answered] },
    { role: 'tool', name: null, parts: [answered] },
  ] as const
  const mended = withCallIds({ ...plainRequest, messages })
  const ids = mended.messages.flatMap(({ parts }) => parts.map((part) => 'id' in part && part.id))
  expect(ids).toEqual(['call_1', 'call_2', 'call_1', 'call_2'])
  expect(withCallIds(mended)).toBe(mended)
})

const messagesBody = (id: string) => ({
  messages: [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'f', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x' }] },
  ],
})
const chatBody = (id: string) => ({
  messages: [
    { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name: 'f' } }] },
    { role: 'tool', tool_call_id: id, content: 'x' },
  ],
})
const responsesBody = (id: string) => ({
  input: [
    { type: 'function_call', call_id: id, name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: id, output: 'x' },
  ],
})
const long = 'x'.repeat(65)

describe.each([
  ['Messages', messagesIds, messagesBody, ['', 'Bash:0', long], ['toolu_1']],
  ['chat', chatIds, chatBody, [''], ['functions.Bash:0', long]],
  ['Responses', responsesIds, responsesBody, ['', long], ['functions.Bash:0']],
] as const)('in a body of %s', (_, ids, bodyOf, refused, taken) => {
  test.each(refused)('the id %j is seen and mended', (id) => {
    const body = bodyOf(id)
    expect(mayNeedIds(Buffer.from(JSON.stringify(body, null, 1)), ids)).toBe(true)
    const values = idEdits(ids, body).map(({ value }) => value)
    expect(values).toEqual([expect.stringMatching(/^[\w-]{1,64}$/), values[0]])
  })

  test.each(taken)('the id %j stays', (id) => {
    const body = bodyOf(id)
    expect(mayNeedIds(Buffer.from(JSON.stringify(body)), ids)).toBe(false)
    expect(idEdits(ids, body)).toEqual([])
  })
})

test('a text about ids is no id', () => {
  const body = { messages: [{ role: 'user', content: '"tool_use_id": ""' }] }
  expect(mayNeedIds(Buffer.from(JSON.stringify(body)), messagesIds)).toBe(false)
  expect(
    mayNeedIds(Buffer.from('{"tool_use_id" 1, "tool_use_id": 1, "tool_use_id": "'), messagesIds),
  ).toBe(false)
})
