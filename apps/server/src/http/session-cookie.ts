import { sessionLifeMs } from '../domain/accounts/session-store.ts'

/**
 * Behind TLS the name's prefix makes browsers refuse the cookie from anybody but this very host over TLS:
 * a sub-domain, or a page in the clear, cannot plant one.
 */
const nameOf = (secure: boolean): string => (secure ? '__Host-session' : 'session')

/** The value of the session cookie of a request; empty without one. `secure`: it came over TLS. */
export function sessionCookieOf(header: string | undefined, secure: boolean): string {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === nameOf(secure)) return value ?? ''
  }
  return ''
}

const cookie = (value: string, seconds: number, secure: boolean): string =>
  `${nameOf(secure)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`

/** `Secure` when the browser came over TLS, so that the cookie never goes out in the clear again. */
export const setCookie = (value: string, secure: boolean): string =>
  cookie(value, sessionLifeMs / 1_000, secure)

export const clearCookie = (secure: boolean): string => cookie('', 0, secure)
