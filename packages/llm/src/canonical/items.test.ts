import { describe, expect, it, test } from 'vitest'
import { hasForeignReasoning } from '../dialects/openai-responses/as-client/foreign.ts'
import { forSupplier, itemsOfInput, outputAsInput, pageOf, withoutReferences } from './items.ts'
import { openAiResponses } from '../dialects/openai-responses/dialect.ts'

describe('items of an input', () => {
  it('are whole and have ids', () => {
    expect(itemsOfInput('Hi', 'resp_1')).toEqual([
      {
        id: 'msg_1_in_0',
        type: 'message',
        status: 'completed',
        role: 'user',
        content: [{ type: 'input_text', text: 'Hi' }],
      },
    ])
    const call = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' }
    const items = itemsOfInput(
      [{ role: 'assistant', content: 'Yes', id: 'msg_9' }, call, { id: 'rs_1' }, 5],
      'resp_1',
    )
    expect(items).toEqual([
      {
        id: 'msg_9',
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Yes' }],
      },
      { ...call, id: 'fc_1_in_1' },
      { type: 'item_reference', id: 'rs_1' },
    ])
  })

  it('mean what the input meant', () => {
    const input = [
      { role: 'user', content: 'Hi' },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'x' },
    ]
    const meant = (items: unknown): unknown =>
      openAiResponses.asServer.request({ model: 'm', input: items })
    expect(meant(itemsOfInput(input, 'resp_1'))).toEqual(meant(input))
  })
})

test('the output of a turn is the input of the next, but for calls that were cut short', () => {
  const call = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{' }
  const message = { type: 'message', role: 'assistant', status: 'incomplete', content: [] }
  expect(
    outputAsInput([message, { ...call, status: 'incomplete' }, { ...call, status: 'completed' }]),
  ).toEqual([message, { ...call, status: 'completed' }])
  expect(outputAsInput(null)).toEqual([])
})

test('references become what they name', () => {
  const named = { type: 'message', id: 'msg_1' }
  const items = [{ type: 'item_reference', id: 'msg_1' }, { id: 'msg_2' }, { type: 'reasoning' }]
  expect(withoutReferences(items, new Map([['msg_1', named]]))).toEqual({
    items: [named, { type: 'reasoning' }],
    missing: ['msg_2'],
  })
})

test('a supplier gets its own reasoning and no ids', () => {
  const reasoned = (encrypted_content: string | null) => ({
    type: 'reasoning',
    id: 'rs',
    encrypted_content,
  })
  const own = reasoned('gAAAA')
  const others = ['posthouse.gemini:x', 'posthouse-call.posthouse.gemini:x', 'posthouse-text.x']
  expect(
    forSupplier([own, ...others.map(reasoned), reasoned(null), { type: 'message', id: 'm' }]),
  ).toEqual([{ type: 'reasoning', encrypted_content: 'gAAAA' }, { type: 'message' }])
  expect(others.map((encrypted) => hasForeignReasoning([own, reasoned(encrypted)]))).toEqual([
    true,
    true,
    true,
  ])
  expect(hasForeignReasoning([own, reasoned(null), 5])).toBe(false)
  expect(hasForeignReasoning('Hi')).toBe(false)
})

test('pages begin after an item and say whether there are more', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id }))
  expect(pageOf(items, { after: null, limit: 2, order: 'desc' })).toEqual({
    object: 'list',
    data: [{ id: 'c' }, { id: 'b' }],
    first_id: 'c',
    last_id: 'b',
    has_more: true,
  })
  expect(pageOf(items, { after: 'b', limit: 2, order: 'asc' })).toMatchObject({
    data: [{ id: 'c' }],
    has_more: false,
  })
  expect(pageOf([], { after: null, limit: 2, order: 'asc' })).toMatchObject({
    data: [],
    last_id: null,
  })
})
