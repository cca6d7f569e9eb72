import { expect, test, vi } from 'vitest'
import { createProxyWatch } from './proxy-watch.ts'

test('a proxy beside us that nobody named is told once, with its address', () => {
  const warn = vi.fn()
  const watch = createProxyWatch({ warn })
  watch.look('10.0.0.3', {})
  expect(watch.found).toBeNull()
  watch.look('10.0.0.3', { 'x-forwarded-for': '198.51.100.7' })
  watch.look('10.0.0.4', { 'x-forwarded-for': '198.51.100.7' })
  expect(watch.found).toBe('10.0.0.3')
  expect(warn).toHaveBeenCalledExactlyOnceWith({ peer: '10.0.0.3' }, expect.any(String))
})

test('a stranger who writes the header is no proxy', () => {
  const warn = vi.fn()
  const watch = createProxyWatch({ warn })
  watch.look('203.0.113.9', { 'x-forwarded-for': '127.0.0.1' })
  expect(watch.found).toBeNull()
  expect(warn).not.toHaveBeenCalled()
})

test.each([
  ['https://gate.example', [], 1],
  ['https://gate.example', ['10.0.0.3'], 0],
  ['http://gate.example', [], 0],
  ['', [], 0],
])('at the start, %s with the proxies %j: %i warnings', (serverAddress, trusted, warnings) => {
  const warn = vi.fn()
  createProxyWatch({ warn }).expect(serverAddress, trusted)
  expect(warn).toHaveBeenCalledTimes(warnings)
})
