import { expect, test } from 'vitest'
import { blankConversation } from './conversation.ts'
import { findConversations } from './find-conversations.ts'

const named = (id: string, title: string, updated: number, pinned = false) => ({
  ...blankConversation(id, 1, 'm'),
  title,
  updated,
  pinned,
})

const list = [
  named('a', 'Roads', 3),
  named('b', 'Horses on the road', 1, true),
  named('c', 'Ink', 4),
]

test('pinned ones come first, then the latest; a word finds those that have it', () => {
  expect(findConversations(list, '').map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  expect(findConversations(list, ' ROAD ').map(({ id }) => id)).toEqual(['b', 'a'])
  expect(findConversations(list, 'nothing')).toEqual([])
})
