import { describe, expect, test } from 'vitest'
import { clearCookie, sessionCookieOf, setCookie } from './session-cookie.ts'

describe('the cookie', () => {
  test('is found among others', () => {
    expect(sessionCookieOf('a=b; session=xyz; c=d', false)).toBe('xyz')
    expect(sessionCookieOf('xsession=nope', false)).toBe('')
    expect(sessionCookieOf(undefined, false)).toBe('')
  })

  test('is out of reach of scripts and other sites', () => {
    expect(setCookie('v', false)).toMatch(
      /^session=v; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
    )
    expect(clearCookie(false)).toMatch(/^session=; .*Max-Age=0$/)
  })

  test('behind TLS is this host’s alone, and one that a sub-domain could plant does not count', () => {
    expect(setCookie('v', true)).toMatch(/^__Host-session=v; Path=\/; .*; Secure$/)
    expect(setCookie('v', true)).not.toMatch(/Domain/)
    expect(clearCookie(true)).toMatch(/^__Host-session=; .*Max-Age=0; Secure$/)
    expect(sessionCookieOf('session=planted; __Host-session=own', true)).toBe('own')
    expect(sessionCookieOf('session=planted', true)).toBe('')
  })
})
