import { anything, assert as check, dictionary, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DialectName, dialectNames } from '../canonical/dialect.ts'
import { dialects } from '../dialects.ts'
import { writeThoughtSignature } from '../dialects/gemini/signatures.ts'

/* What goes out of a body when its conversation was begun by another supplier's model. */

const foreignIn = (dialect: DialectName, body: object) =>
  dialects[dialect].asClient.foreignIn({ ...body })
const signed = (...edits: unknown[]) => ({ edits, dropped: ['signature'] })

describe('anthropic-messages', () => {
  const foreign = { type: 'thinking', thinking: 'a', signature: 'posthouse.gemini:x' }
  const hidden = { type: 'redacted_thinking', data: 'posthouse.openai-responses:x' }
  const unsigned = { type: 'thinking', thinking: 'b', signature: '' }
  const own = { type: 'thinking', thinking: 'c', signature: 'EqQB' }
  const call = { type: 'tool_use', id: 't', name: 'f', input: {} }
  const server = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }
  const inTurn = (...content: unknown[]) => ({
    messages: [
      { role: 'user', content: 'a' },
      { role: 'assistant', content },
    ],
  })
  const at = (index: number) => ({ place: ['messages', 1, 'content', index] })

  it('foreign reasoning', () => {
    const body = inTurn(foreign, own, hidden, unsigned, server, call)
    expect(foreignIn('anthropic-messages', body)).toEqual(signed(at(0), at(2), at(3)))
    expect(foreignIn('anthropic-messages', inTurn(foreign, hidden))).toEqual(
      signed({ place: ['messages', 1] }),
    )
  })

  it('nothing of its own, and nothing that nobody signed alone', () => {
    expect(foreignIn('anthropic-messages', inTurn(own, unsigned, call))).toEqual({
      edits: [],
      dropped: [],
    })
  })

  it('thinking with a budget, where the turn with the call has no reasoning left', () => {
    const thinking = { type: 'enabled', budget_tokens: 2_000 }
    const asked = (...content: unknown[]) =>
      foreignIn('anthropic-messages', { ...inTurn(...content), thinking }).dropped
    expect(asked(foreign, call)).toEqual(['signature', 'reasoning'])
    expect(asked(foreign, own, call)).toEqual(['signature'])
    expect(asked(foreign, server)).toEqual(['signature'])
    expect(
      foreignIn('anthropic-messages', { ...inTurn(foreign, call), thinking: { type: 'adaptive' } }),
    ).toEqual(signed(at(0)))
  })
})

it('openai-responses: foreign reasoning, and ids of ours', () => {
  const input = [
    { role: 'user', content: 'a' },
    { type: 'reasoning', id: 'rs_1', encrypted_content: 'posthouse.anthropic-messages:x' },
    { type: 'reasoning', id: 'rs_2', encrypted_content: 'gAAA' },
    { type: 'web_search_call', id: 'ws_1' },
    { type: 'function_call', id: 'fc_1', call_id: 'c' },
    { type: 'item_reference', id: 'msg_1' },
  ]
  expect(foreignIn('openai-responses', { input })).toEqual(
    signed({ place: ['input', 1] }, { place: ['input', 2, 'id'] }, { place: ['input', 4, 'id'] }),
  )
  expect(foreignIn('openai-responses', { input: input.toSpliced(1, 1) }).edits).toEqual([])
})

it('gemini: foreign signatures, in the place of which a call has a word', () => {
  const thoughtSignature = writeThoughtSignature('anthropic-messages:x')
  const parts = [
    { text: 'a', thought: true, thoughtSignature },
    { text: '', thoughtSignature },
    { functionCall: { name: 'f' }, thought_signature: thoughtSignature },
    { text: 'b', thoughtSignature: 'CiQB' },
    { executableCode: {}, thoughtSignature },
    { inlineData: { mimeType: 'image/png', data: '' }, thoughtSignature },
  ]
  const at = (index: number, ...more: string[]) => ['contents', 1, 'parts', index, ...more]
  const contents = [{ parts: [{ text: 'a' }] }, { role: 'model', parts }]
  expect(foreignIn('gemini', { contents })).toEqual(
    signed(
      { place: at(0, 'thoughtSignature') },
      { place: at(1) },
      { place: at(2, 'thought_signature'), value: 'skip_thought_signature_validator' },
      { place: at(4, 'thoughtSignature') },
      { place: at(5, 'thoughtSignature'), value: 'skip_thought_signature_validator' },
    ),
  )
  expect(foreignIn('gemini', { contents: [{ parts: parts.slice(1, 2) }] })).toEqual(
    signed({ place: ['contents', 0] }),
  )
})

it('openai-chat: foreign details', () => {
  const own = { type: 'reasoning.text', text: 'a', signature: 's' }
  const foreign = { type: 'reasoning.text', text: 'a', signature: 'posthouse.gemini:s' }
  const hidden = { type: 'reasoning.encrypted', data: 'posthouse.gemini:s' }
  const messages = [{ reasoning_details: [own, foreign, hidden] }, { reasoning_details: [foreign] }]
  const list = (index: number) => ['messages', index, 'reasoning_details']
  expect(foreignIn('openai-chat', { messages })).toEqual(
    signed({ place: [...list(0), 1] }, { place: [...list(0), 2] }, { place: list(1) }),
  )
})

it.each(dialectNames)('%s: nothing in anything, and no exception', (dialect) => {
  const inputs = ['messages', 'contents', 'input'].map((name) =>
    property(anything(), (value) => void foreignIn(dialect, { [name]: value })),
  )
  for (const input of inputs) check(input)
  check(property(dictionary(string(), anything()), (body) => void foreignIn(dialect, body)))
})

it('gemini: one object where a list is meant', () => {
  const signature = writeThoughtSignature('openai-responses:x')
  const parts = { text: 'a', thoughtSignature: signature }
  const call = { functionCall: { name: 'f' }, thoughtSignature: signature }
  const at = (...place: (string | number)[]) => place
  expect(foreignIn('gemini', { contents: { role: 'model', parts } })).toEqual(
    signed({ place: at('contents', 'parts', 'thoughtSignature') }),
  )
  expect(foreignIn('gemini', { contents: { role: 'model', parts: [call] } })).toMatchObject({
    edits: [{ place: at('contents', 'parts', 0, 'thoughtSignature') }],
  })
  expect(
    foreignIn('gemini', { contents: [{ role: 'model', parts: { ...parts, text: '' } }] }),
  ).toEqual(signed({ place: at('contents', 0) }))
})
