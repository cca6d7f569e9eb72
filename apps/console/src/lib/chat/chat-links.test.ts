import { defaultChatLinks } from '@posthouse/contract/chat-links'
import { expect, it } from 'vitest'
import { chatAddress, chatLinks } from './chat-links.ts'

const offered = JSON.stringify(defaultChatLinks)

it('sorts them, highest first', () => {
  const links = chatLinks({ chat_link: '', chat_links: offered })
  expect(links.map((link) => link.sort)).toEqual([4, 3, 2, 1])
})

it('puts the site’s own link in the place of the first', () => {
  const links = chatLinks({ chat_link: 'https://chat.example/?k={key}', chat_links: offered })
  expect(links.at(-1)?.url).toBe('https://chat.example/?k={key}')
})

it('offers none where there are none, and none where the list is broken', () => {
  expect(chatLinks({ chat_link: '', chat_links: '[]' })).toEqual([])
  expect(chatLinks({ chat_link: 'https://chat.example/', chat_links: '[]' })).toEqual([])
  expect(chatLinks({ chat_link: '', chat_links: '' })).toEqual([])
  expect(chatLinks({ chat_link: '', chat_links: '{' })).toEqual([])
  const dangerous = [{ name: 'x', url: 'javascript:alert(1)', show: true, sort: 1 }]
  expect(chatLinks({ chat_link: '', chat_links: JSON.stringify(dangerous) })).toEqual([])
})

it('fills in every placeholder', () => {
  const link = { name: 'x', url: 'x://{key}/{server}/{key}', show: true, sort: 0 }
  expect(chatAddress(link, 'sk-1', 'https://a.b')).toBe('x://sk-1/https%3A%2F%2Fa.b/sk-1')
  expect(chatAddress(link, "sk-$'", 'https://a.b')).toBe("x://sk-%24'/https%3A%2F%2Fa.b/sk-%24'")
})
