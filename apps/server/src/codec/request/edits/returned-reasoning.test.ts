import { expect, it } from 'vitest'
import { withReasoning } from './returned-reasoning.ts'

const calling = (id: string) => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'f', input: {} }],
})
const answered = (id: string) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content: 'x' }],
})

it('gives each turn of Messages its own thoughts, whatever stands between in a canonical request', async () => {
  const thought = { type: 'thinking', thinking: 'Own.', signature: 's' }
  const second = calling('b')
  const messages = [
    { role: 'user', content: 'a' },
    calling('a'),
    answered('a'),
    { ...second, content: [thought, ...second.content] },
    answered('b'),
    calling('c'),
    answered('c'),
  ]
  const body = Buffer.from(JSON.stringify({ system: 'Be brief.', messages }))
  const known = new Map([
    [2, 'First.'],
    [4, 'Second.'],
    [6, 'Third.'],
  ])
  const told = await withReasoning({ dialect: 'anthropic-messages', body }, () =>
    Promise.resolve(known),
  )
  const { messages: sent } = JSON.parse(told.toString('utf8'))
  expect(sent[1].content[0]).toEqual({ type: 'thinking', thinking: 'First.', signature: '' })
  expect(sent[3]).toEqual(messages[3])
  expect(sent[5].content).toEqual([
    { type: 'thinking', thinking: 'Third.', signature: '' },
    ...calling('c').content,
  ])
})
