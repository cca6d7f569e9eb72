import { expect, test } from 'vitest'
import type { ModelRequest } from '../../../canonical/request.ts'
import { decodeRequest } from './request.ts'
import { echoOf, remembered } from './response-object.ts'

const asked = {
  model: 'm',
  input: 'hi',
  instructions: 'Be brief.',
  tools: [
    { type: 'function', name: 'a tool', description: 'does', parameters: { type: 'object' } },
  ],
  tool_choice: { type: 'function', name: 'a tool' },
  text: { format: { type: 'json_schema', name: 'out', schema: {} }, verbosity: 'low' },
  reasoning: { effort: 'low', context: 'auto' },
  metadata: { a: 'b' },
  prompt: { id: 'pmpt_1' },
  conversation: 'conv_1',
  previous_response_id: 'resp_0',
  max_tool_calls: 3,
  background: true,
  store: false,
  truncation: 'auto',
  safety_identifier: 's',
  user: 'u',
}
const long = 'so it is. '.repeat(30_000)

function readOf(body: object): ModelRequest {
  const read = decodeRequest(body)
  if (!read.ok) throw new Error(read.field)
  return read.value
}

test('a stream repeats what was asked, and what was said is not kept for that', () => {
  const request = readOf({ ...asked, input: long, unheard_of: long })
  const kept = remembered(request)
  expect(echoOf(kept)).toEqual(echoOf(request))
  expect(JSON.stringify(kept).length).toBeLessThan(2_000)
  expect(remembered(kept)).toEqual(kept)
})

test('instructions that are too long to be repeated are left out', () => {
  const request = readOf({ ...asked, instructions: long })
  expect(echoOf(remembered(request))).toEqual({ ...echoOf(request), instructions: null })
})

test('of tools and fields that are too long to be repeated names and what is short stay', () => {
  const tools = [{ ...asked.tools[0], description: long }]
  const kept = remembered(readOf({ ...asked, tools, metadata: { a: long } }))
  expect(echoOf(kept)).toMatchObject({
    tools: [{ type: 'function', name: 'a tool', parameters: null }],
    tool_choice: 'auto',
    metadata: {},
    background: true,
    store: false,
    conversation: { id: 'conv_1' },
    previous_response_id: 'resp_0',
  })
  expect(JSON.stringify(kept).length).toBeLessThan(2_000)
})

test('names of tools are kept until they are too many', () => {
  const tools = Array.from({ length: 90_000 }, (_, index) => ({
    type: 'function',
    name: `f${index}`,
  }))
  const kept = remembered(readOf({ ...asked, tools })).tools
  expect(kept.length).toBeGreaterThan(10_000)
  expect(kept.length).toBeLessThan(20_000)
  expect(kept[0]?.name).toBe('f0')
})
