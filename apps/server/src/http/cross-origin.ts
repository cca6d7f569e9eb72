import type { IncomingHttpHeaders } from 'node:http'

/** What a browser says of where a request comes from, and the hosts under which it may know us. */
export type Origin = {
  readonly headers: IncomingHttpHeaders
  /** As in `Host`: with a port where it is not the usual one. */
  readonly hosts: readonly string[]
}

/**
 * Whether a page of another site made the request, or a link led to it: the rule of Go's `http.CrossOriginProtection`.
 * Browsers of today say it in `Sec-Fetch-Site`, older ones send `Origin` with what can change
 * something. Clients that are no browsers send neither and carry nobody's cookie unasked.
 * `serverAddress` is the setting: a host of ours that a proxy may have taken out of `Host`.
 */
export function isForeign({ headers, hosts }: Origin, serverAddress: string): boolean {
  const site = headers['sec-fetch-site']
  // A link in a page of ours may be somebody else's: a model's, in its answer. The console asks, and follows none.
  if (site === 'same-origin') return headers['sec-fetch-mode'] === 'navigate'
  if (site !== undefined) return site !== 'none'
  const { origin } = headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const from = new URL(origin)
  return ![...hosts, hostOf(serverAddress)].some((host) => isAt(from, host))
}

/** The usual port of the origin's scheme may be written or not. */
const isAt = (origin: URL, host: string): boolean =>
  host !== '' &&
  URL.canParse(`${origin.protocol}//${host}`) &&
  new URL(`${origin.protocol}//${host}`).host === origin.host

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')
