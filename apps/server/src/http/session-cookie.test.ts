import { describe, expect, test } from 'vitest'
import { clearCookie, sessionCookieOf, setCookie } from './session-cookie.ts'

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
