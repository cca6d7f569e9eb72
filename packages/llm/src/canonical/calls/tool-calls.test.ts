import { expect, it } from 'vitest'
import { readStream } from '../../conformance/conformance.ts'
import { joinedCalls } from './joined-calls.ts'
import { openAiChat } from '../../dialects/openai-chat/dialect.ts'

type Fragment = { index?: number; id?: string; function: { name?: string; arguments?: string } }

const frame = (calls: readonly Fragment[], reason: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'a', choices: [{ index: 0, delta: { tool_calls: calls }, finish_reason: reason }] })}\n\n`

const callsOf = (...chunks: readonly (readonly Fragment[])[]) =>
  joinedCalls(
    readStream(openAiChat, [
      ...chunks.map((calls) => frame(calls)),
      frame([], 'tool_calls'),
      'data: [DONE]\n\n',
    ]),
  )

const two = [
  { id: 'x', name: 'f', arguments: '{"a":1}' },
  { id: 'y', name: 'g', arguments: '{}' },
]
const whole = (index: number | undefined, id: string, name: string, text: string): Fragment => ({
  ...(index === undefined ? {} : { index }),
  id,
  function: { name, arguments: text },
})

it.each([0, undefined])('tells calls apart that share the index %s', (index) => {
  const [x, y] = [whole(index, 'x', 'f', '{"a":1}'), whole(index, 'y', 'g', '{}')]
  expect(callsOf([x], [y])).toEqual(two)
  expect(callsOf([x, y])).toEqual(two)
  expect(
    callsOf(
      [whole(index, 'x', 'f', '')],
      [{ ...(index === undefined ? {} : { index }), function: { arguments: '{"a":' } }],
      [{ ...(index === undefined ? {} : { index }), id: 'x', function: { arguments: '1}' } }],
      [y],
    ),
  ).toEqual(two)
})

it.each([0, undefined])('gives ids of ours to calls with an empty one at %s', (index) => {
  const calls = callsOf([whole(index, '', 'f', '{"a":1}')], [whole(index, '', 'g', '{}')])
  expect(calls.map(({ name, arguments: text }) => [name, text])).toEqual([
    ['f', '{"a":1}'],
    ['g', '{}'],
  ])
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
  for (const { id } of calls) expect(id).toMatch(/^[\w-]+$/)
})

it('tells calls apart that have neither ids nor arguments', () => {
  const calls = callsOf([whole(0, '', 'f', '')], [whole(0, '', 'g', '')])
  expect(calls.map(({ name }) => name)).toEqual(['f', 'g'])
})

it('takes an empty name for none, and waits for a late one', () => {
  const named = whole(0, 'x', 'f', '')
  expect(callsOf([named], [whole(0, '', '', '{"a":1}')])).toEqual([two[0]])
  expect(callsOf([whole(0, 'x', '', '{"a":')], [whole(0, '', 'f', '1}')])).toEqual([two[0]])
})

it('takes no fragment for a call that repeats the name or brings an id of its own', () => {
  const calls = [whole(0, 'x', 'f', '{"a"'), whole(0, 'x', 'f', ':1'), whole(0, 'z', '', '}')]
  expect(callsOf(...calls.map((call) => [call]))).toEqual([two[0]])
})

it('reads calls of a whole message one by one, whatever index they name', () => {
  const tool_calls = [whole(0, '', 'f', '{"a":1}'), whole(0, '', 'g', '{}')]
  const choices = [{ index: 0, message: { tool_calls }, finish_reason: 'tool_calls' }]
  const calls = joinedCalls(openAiChat.asClient.answer({ id: 'a', choices }))
  expect(calls.map(({ name }) => name)).toEqual(['f', 'g'])
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
})
