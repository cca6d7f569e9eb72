import { sessionLifeMs } from '../accounts/session-store.ts'

const name = 'session'

/** The value of the session cookie of a request; empty without one. */
export function sessionCookieOf(header: string | undefined): string {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name) return value ?? ''
  }
  return ''
}

const attributes = 'Path=/; HttpOnly; SameSite=Lax'

/** `Secure` when the browser came over TLS, so that the cookie never goes out in the clear again. */
export const setCookie = (value: string, secure: boolean): string =>
  `${name}=${value}; ${attributes}; Max-Age=${sessionLifeMs / 1_000}${secure ? '; Secure' : ''}`

export const clearCookie = (secure: boolean): string =>
  `${name}=; ${attributes}; Max-Age=0${secure ? '; Secure' : ''}`
