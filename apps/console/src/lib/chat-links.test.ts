import { expect, it } from 'vitest'
import { chatAddress, chatLinks } from './chat-links.ts'

it('sorts the defaults, highest first', () => {
  const links = chatLinks({ chat_link: '', chat_links: '' })
  expect(links.map((link) => link.sort)).toEqual([4, 3, 2, 1])
  expect(links.filter((link) => link.show)).toHaveLength(2)
})

it('puts the site’s own link in the place of the first', () => {
  const links = chatLinks({ chat_link: 'https://chat.example/?k={key}', chat_links: '' })
  expect(links.at(-1)?.url).toBe('https://chat.example/?k={key}')
})

it('falls back when the list is broken', () => {
  expect(chatLinks({ chat_link: '', chat_links: '{' })).toHaveLength(4)
})

it('fills in every placeholder', () => {
  const link = { name: 'x', url: 'x://{key}/{server}/{key}', show: true, sort: 0 }
  expect(chatAddress(link, 'sk-1', 'https://a.b')).toBe('x://sk-1/https%3A%2F%2Fa.b/sk-1')
})
