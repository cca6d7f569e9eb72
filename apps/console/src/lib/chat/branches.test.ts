import { expect, test } from 'vitest'
import { endOf, linked, pathTo, versionsOf } from './branches.ts'

const ids = (messages: readonly { readonly id: string }[]) => messages.map(({ id }) => id).join('')

// a ─ b ─ c ─ d, where c was asked again as e (answered by f), and b was made again as g.
const messages = [
  { id: 'a', parent: '' },
  { id: 'b', parent: 'a' },
  { id: 'c', parent: 'b' },
  { id: 'd', parent: 'c' },
  { id: 'e', parent: 'b' },
  { id: 'f', parent: 'e' },
  { id: 'g', parent: 'a' },
]

test('a path leads from the first message to the one on screen', () => {
  expect(ids(pathTo(messages, 'd'))).toBe('abcd')
  expect(ids(pathTo(messages, 'f'))).toBe('abef')
  expect(ids(pathTo(messages, 'g'))).toBe('ag')
  expect(pathTo(messages, 'nobody')).toEqual([])
})

test('versions answer the same message', () => {
  expect(ids(versionsOf(messages, { id: 'c', parent: 'b' }))).toBe('ce')
  expect(ids(versionsOf(messages, { id: 'g', parent: 'a' }))).toBe('bg')
  expect(ids(versionsOf(messages, { id: 'a', parent: '' }))).toBe('a')
})

test('a branch goes on to its newest end', () => {
  expect(endOf(messages, 'a')).toBe('g')
  expect(endOf(messages, 'b')).toBe('f')
  expect(endOf(messages, 'c')).toBe('d')
  expect(endOf(messages, 'd')).toBe('d')
})

test('conversations stored before branches are one line', () => {
  const old = linked([{ id: 'x' }, { id: 'y' }, { id: 'z' }])
  expect(ids(pathTo(old, 'z'))).toBe('xyz')
  expect(linked(messages)).toEqual(messages)
})

test('a broken store ends no page', () => {
  const loop = [
    { id: 'a', parent: 'b' },
    { id: 'b', parent: 'a' },
  ]
  expect(ids(pathTo(loop, 'a'))).toBe('ba')
  expect(endOf(loop, 'a')).toBe('a')
})
