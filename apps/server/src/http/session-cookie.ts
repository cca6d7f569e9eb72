import type { IncomingMessage } from 'node:http'
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

/**
 * Whether a request that changes something comes from a page of this site. Browsers send `Origin`
 * with it, and no other site can send our header without being asked first (CORS), which we refuse.
 */
export function isSameOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin !== undefined && hostOf(origin) !== host) return false
  return request.headers['x-posthouse-origin'] !== undefined || site === 'same-origin'
}

const hostOf = (origin: string): string | null =>
  URL.canParse(origin) ? new URL(origin).host : null
