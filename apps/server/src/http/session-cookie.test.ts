import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { clearCookie, isSameOrigin, sessionCookieOf, setCookie } from './session-cookie.ts'

const from = (headers: Record<string, string>) =>
  isSameOrigin({ headers: { host: 'gate.example', ...headers } } as unknown as IncomingMessage)

describe('where a change may come from', () => {
  test('a page of this site, told by the browser or by our header', () => {
    expect(from({ 'sec-fetch-site': 'same-origin', origin: 'https://gate.example' })).toBe(true)
    expect(from({ 'x-posthouse-origin': 'console' })).toBe(true)
  })

  test.each([
    ['another site’s form', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a sub-domain', { 'sec-fetch-site': 'same-site', 'x-posthouse-origin': 'console' }],
    [
      'a foreign origin with our header',
      { origin: 'https://evil.example', 'x-posthouse-origin': 'x' },
    ],
    ['the null origin', { origin: 'null', 'x-posthouse-origin': 'x' }],
    ['nothing that tells', {}],
  ])('%s is refused', (_, headers) => {
    expect(from(headers as Record<string, string>)).toBe(false)
  })
})

describe('the cookie', () => {
  test('is found among others', () => {
    expect(sessionCookieOf('a=b; session=xyz; c=d')).toBe('xyz')
    expect(sessionCookieOf('xsession=nope')).toBe('')
    expect(sessionCookieOf(undefined)).toBe('')
  })

  test('is out of reach of scripts and other sites, and secure behind TLS', () => {
    expect(setCookie('v', true)).toMatch(/^session=v; .*HttpOnly; SameSite=Lax; .*Secure$/)
    expect(setCookie('v', false)).not.toMatch(/Secure/)
    expect(clearCookie(false)).toMatch(/Max-Age=0/)
  })
})
