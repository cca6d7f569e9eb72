import { expect, test } from 'vitest'
import { blankConversation, Conversation, shownOf, titleOf } from './conversation.ts'
import { requestOf } from './request-of.ts'

const plain = { takes: [], reasons: false }

const old = {
  id: 'c',
  owner: 1,
  updated: 1,
  model: 'm',
  system: '',
  temperature: 0.4,
  messages: [
    { id: 'q', role: 'user', content: ' One question ' },
    { id: 'a', role: 'assistant', content: 'An answer', requestId: 'r' },
  ],
}

test('a conversation of an older console is one branch with its temperature', () => {
  const read = Conversation.parse(old)
  expect(shownOf(read).map(({ id }) => id)).toEqual(['q', 'a'])
  expect(read.parameters).toMatchObject({ temperature: 0.4, top_p: null })
  expect(titleOf(read)).toBe('One question')
  // As it is written now it reads the same.
  expect(Conversation.parse(structuredClone(read))).toEqual(read)
})

test('what nobody set is not sent', () => {
  const read = Conversation.parse({ ...old, temperature: 1 })
  expect(requestOf(read, plain)).toEqual({
    model: 'm',
    messages: [
      { role: 'user', content: ' One question ' },
      { role: 'assistant', content: 'An answer' },
    ],
  })
})

test('only a model that reasons is told how much', () => {
  const read = Conversation.parse({ ...old, parameters: { reasoning_effort: 'low' } })
  expect(requestOf(read, plain)).not.toHaveProperty('reasoning_effort')
  expect(requestOf(read, { ...plain, reasons: true }).reasoning_effort).toBe('low')
})

test('only the branch on screen is sent, without answers that failed or said nothing', () => {
  const read = Conversation.parse({
    ...old,
    system: 'Be brief',
    parameters: { max_tokens: 5 },
    messages: [
      ...old.messages,
      { id: 'b', parent: 'q', role: 'assistant', content: 'half', error: 'cut' },
      { id: 'd', parent: 'b', role: 'user', content: 'again' },
      { id: 'e', parent: 'd', role: 'assistant', content: '', stopped: true },
    ],
    end: 'e',
  })
  expect(requestOf(read, plain)).toEqual({
    model: 'm',
    max_tokens: 5,
    messages: [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: ' One question ' },
      { role: 'user', content: 'again' },
    ],
  })
})

test('files go along as the model takes them', () => {
  const attachments = [
    { name: 'road.png', kind: 'image', data: 'data:image/png;base64,AA' },
    { name: 'a.md', kind: 'text', data: 'see ```x```' },
    { name: 'b.pdf', kind: 'file', data: 'data:application/pdf;base64,AA' },
  ]
  const asked = Conversation.parse({
    ...blankConversation('c', 1, 'm'),
    messages: [{ id: 'q', role: 'user', content: 'Read', attachments }],
    end: 'q',
  })
  const text = { type: 'text', text: 'a.md\n````\nsee ```x```\n````' }
  expect(requestOf(asked, { ...plain, takes: ['image', 'file'] }).messages[0]?.content).toEqual([
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
    text,
    { type: 'file', file: { filename: 'b.pdf', file_data: 'data:application/pdf;base64,AA' } },
    { type: 'text', text: 'Read' },
  ])
  expect(requestOf(asked, plain).messages[0]?.content).toEqual([
    text,
    { type: 'text', text: 'Read' },
  ])
})
