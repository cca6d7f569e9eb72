/** How long a sign-in at another service may take. */
export const errandMinutes = 10

/** As the session's: behind TLS the prefix keeps sub-domains from planting one. */
const nameOf = (secure: boolean): string => (secure ? '__Host-errand' : 'errand')

/** What names a browser that began something elsewhere; empty without one. `secure`: the request came over TLS. */
export function errandCookieOf(header: string | undefined, secure: boolean): string {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === nameOf(secure)) return value ?? ''
  }
  return ''
}

export const setErrandCookie = (value: string, secure: boolean): string =>
  `${nameOf(secure)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${errandMinutes * 60}${secure ? '; Secure' : ''}`
