import { sessionLifeMs } from '../domain/accounts/session-store.ts'

type CookieName = 'session' | 'second-step'

/** Between a password and the code of an authenticator app. */
export const secondStepMinutes = 5

/**
 * Behind TLS the name's prefix makes browsers refuse the cookie from anybody but this very host over TLS:
 * a sub-domain, or a page in the clear, cannot plant one.
 */
const nameOf = (name: CookieName, secure: boolean): string => (secure ? `__Host-${name}` : name)

function cookieOf(name: CookieName, header: string | undefined, secure: boolean): string {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === nameOf(name, secure)) return value ?? ''
  }
  return ''
}

/** The value of the session cookie of a request; empty without one. `secure`: it came over TLS. */
export const sessionCookieOf = (header: string | undefined, secure: boolean): string =>
  cookieOf('session', header, secure)

/** What a right password left behind in this browser, for the code that is still asked for. */
export const secondStepCookieOf = (header: string | undefined, secure: boolean): string =>
  cookieOf('second-step', header, secure)

const cookie = (name: CookieName, value: string, seconds: number, secure: boolean): string =>
  `${nameOf(name, secure)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`

/** `Secure` when the browser came over TLS, so that the cookie never goes out in the clear again. */
export const setCookie = (value: string, secure: boolean): string =>
  cookie('session', value, sessionLifeMs / 1_000, secure)

export const setSecondStepCookie = (value: string, secure: boolean): string =>
  cookie('second-step', value, secondStepMinutes * 60, secure)

export const clearCookie = (secure: boolean): string => cookie('session', '', 0, secure)
