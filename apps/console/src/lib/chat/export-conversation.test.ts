import { expect, test } from 'vitest'
import { Conversation } from './conversation.ts'
import { fileNameOf, jsonOf, markdownOf } from './export-conversation.ts'

const words = { you: 'You', assistant: 'Model', untitled: 'Untitled' }

const conversation = Conversation.parse({
  id: 'c',
  owner: 7,
  updated: 1,
  model: 'm',
  system: 'Be brief',
  title: 'The road: a/b',
  messages: [
    {
      id: 'q',
      role: 'user',
      content: 'Which?',
      attachments: [{ name: 'map.png', kind: 'image', data: 'data:image/png;base64,AA' }],
    },
    { id: 'a', parent: 'q', role: 'assistant', content: 'This', model: 'm' },
    { id: 'b', parent: 'q', role: 'assistant', content: 'That', model: 'n' },
  ],
})

test('Markdown has the branch on screen', () => {
  expect(markdownOf(conversation, words)).toBe(
    '# The road: a/b\n\n> Be brief\n\n## You\n\n- map.png\n\nWhich?\n\n## n\n\nThat\n',
  )
})

test('JSON has every version, and not whose it is', () => {
  const read = JSON.parse(jsonOf(conversation))
  expect(read.owner).toBeUndefined()
  expect(Conversation.parse({ ...read, owner: 7 })).toEqual(conversation)
})

test('a file is named by the conversation', () => {
  expect(fileNameOf(conversation, 'md')).toBe('The-road-a-b.md')
  expect(fileNameOf({ ...conversation, title: '…', messages: [] }, 'json')).toBe(
    'conversation.json',
  )
})
