import { sessionLifeMs } from '../domain/accounts/session-store.ts'

type CookieName = 'session' | 'second-step'

/** Time between the password and the code of an authenticator app. */
export const secondStepMinutes = 5

/**
 * Over TLS the prefix makes browsers accept the cookie only from this host over TLS, so that a sub-domain or an
 * unencrypted page cannot plant one.
 */
const nameOf = (name: CookieName, secure: boolean): string => (secure ? `__Host-${name}` : name)

function cookieOf(name: CookieName, header: string | undefined, secure: boolean): string {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === nameOf(name, secure)) return value ?? ''
  }
  return ''
}

/** The value of the session cookie, or empty. `secure` says whether the request came over TLS. */
export const sessionCookieOf = (header: string | undefined, secure: boolean): string =>
  cookieOf('session', header, secure)

/** The secret that a correct password left in this browser until the second step. */
export const secondStepCookieOf = (header: string | undefined, secure: boolean): string =>
  cookieOf('second-step', header, secure)

const cookie = (name: CookieName, value: string, seconds: number, secure: boolean): string =>
  `${nameOf(name, secure)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`

/** `Secure` over TLS, so that the cookie is never sent unencrypted. */
export const setCookie = (value: string, secure: boolean): string =>
  cookie('session', value, sessionLifeMs / 1_000, secure)

export const setSecondStepCookie = (value: string, secure: boolean): string =>
  cookie('second-step', value, secondStepMinutes * 60, secure)

export const clearCookie = (secure: boolean): string => cookie('session', '', 0, secure)
