import { expect, test } from 'vitest'
import { sessionSeed } from './session-seed.ts'

const user = (content: unknown) => ({ role: 'user', content })
const said = (content: string) => ({ role: 'assistant', content })
const system = { role: 'system', content: 'You keep a relay station.' }

test('a conversation keeps its seed while it grows', () => {
  const begin = [system, user('hello')]
  const grown = [...begin, said('hi'), user('and now?')]
  expect(sessionSeed({ messages: grown })).toBe(sessionSeed({ messages: begin }))
})

test('conversations that begin differently have seeds of their own', () => {
  const seeds = ['a', 'b', 'c', 'd'].map((word) => sessionSeed({ messages: [system, user(word)] }))
  expect(new Set(seeds).size).toBe(4)
})

test('a cache key of the client’s decides alone', () => {
  const one = { prompt_cache_key: 'k', messages: [user('a')] }
  expect(sessionSeed(one)).toBe(sessionSeed({ ...one, messages: [user('b')] }))
})

test('of content in parts only the text counts', () => {
  const seen = (text: string, url: string) => [
    { type: 'image_url', image_url: { url } },
    { type: 'text', text },
  ]
  const seedOf = (text: string, url: string) => sessionSeed({ messages: [user(seen(text, url))] })
  expect(seedOf('a', 'data:1')).toBe(seedOf('a', 'data:2'))
  expect(seedOf('a', 'data:1')).not.toBe(seedOf('b', 'data:1'))
})

test('content in parts is read, and a body without a user’s word has no seed', () => {
  expect(sessionSeed({ messages: [user([{ type: 'text', text: 'a' }])] })).not.toBeNull()
  expect(sessionSeed({ messages: [system] })).toBeNull()
  expect(sessionSeed({ prompt: 'a' })).toBeNull()
})
