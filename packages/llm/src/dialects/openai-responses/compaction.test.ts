import { expect, test } from 'vitest'
import type { ModelEvent } from '../../canonical/event.ts'
import { noUsage } from '../../canonical/usage.ts'
import { openAiCompaction } from './compaction.ts'
import { hasSummary, sealedSummary, withSummariesSaid } from '../../canonical/summary-item.ts'

const { request, answer } = openAiCompaction.asServer

const talk = {
  model: 'm',
  instructions: 'Be short.',
  input: [
    { role: 'user', content: 'weather?' },
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }] },
    { type: 'function_call', call_id: 'a', name: 'weather', arguments: '{"city":"Bern"}' },
    { type: 'function_call_output', call_id: 'a', output: 'rain' },
    { role: 'assistant', content: 'It rains.' },
    { role: 'user', content: 'thanks' },
  ],
}

test('a model is told what happened in words, and asked for a summary', () => {
  const read = request(talk)
  if (!read.ok) throw new Error(read.reason)
  const said = read.value.messages.map(({ role, parts }) => [
    role,
    ...parts.map((part) => (part.kind === 'text' ? part.text : part.kind)),
  ])
  expect(said.slice(0, -1)).toEqual([
    ['system', 'Be short.'],
    ['user', 'weather?'],
    ['assistant', '[I called weather with {"city":"Bern"}]'],
    ['assistant', '[The tool answered: rain]'],
    ['assistant', 'It rains.'],
    ['user', 'thanks'],
  ])
  expect(said.at(-1)?.[0]).toBe('user')
  expect(said.at(-1)?.[1]).toContain('Write a summary')
  expect(request({ ...talk, input: 5 }).ok).toBe(false)
  expect(request('x').ok).toBe(false)
})

test('the answer has what the user said, and the summary for the rest', () => {
  const read = request(talk)
  if (!read.ok) throw new Error(read.reason)
  const events: readonly ModelEvent[] = [
    { kind: 'start', id: 'resp_1', model: 'm', created: 7 },
    { kind: 'text', answer: 0, text: 'Rain in ' },
    { kind: 'text', answer: 0, text: 'Bern — ☂.' },
    { kind: 'answer-end', answer: 0, reason: 'stop' },
    { kind: 'usage', usage: { ...noUsage, input: 9, output: 4 } },
    { kind: 'end' },
  ]
  const compacted = answer(events, read.value)
  expect(compacted).toMatchObject({
    id: 'resp_1',
    object: 'response.compaction',
    created_at: 7,
    output: [
      { type: 'message', role: 'user', id: 'msg_1_0' },
      { type: 'message', role: 'user', id: 'msg_1_1' },
      { type: 'compaction', id: 'cmp_1' },
    ],
    usage: { input_tokens: 9, output_tokens: 4 },
  })
})

test('an item of ours is said in words again, another’s is not', () => {
  const ours = { type: 'compaction', id: 'cmp_1', encrypted_content: sealedSummary('Rain — ☂.') }
  const theirs = { type: 'compaction', encrypted_content: 'gAAAA' }
  expect(hasSummary([theirs])).toBe(false)
  expect(hasSummary([theirs, ours])).toBe(true)
  expect(withSummariesSaid([theirs, ours])).toEqual([
    theirs,
    {
      type: 'message',
      id: 'cmp_1',
      role: 'user',
      status: 'completed',
      content: [{ type: 'input_text', text: 'What was said before, in short:\n\nRain — ☂.' }],
    },
  ])
})
