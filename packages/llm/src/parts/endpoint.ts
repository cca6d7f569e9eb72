/**
 * Where a supplier has a call. Base URLs are written with and without the version at their end:
 * both mean the same, and a version that the supplier has of its own stays (`/v4`, `/api/v3`).
 */
export function endpointOf(base: string, path: string): URL {
  const name = `${base} ${path}`
  const known = endpoints.get(name)
  if (known !== undefined) return known
  const made = parsed(base, path)
  if (endpoints.size >= endpointsMax) endpoints.clear()
  endpoints.set(name, made)
  return made
}

/** Every call goes to one of a few places. Nobody writes into a URL that was given out. */
const endpoints = new Map<string, URL>()
const endpointsMax = 1_000

function parsed(base: string, path: string): URL {
  const url = new URL(base)
  const prefix = url.pathname.replace(/\/+$/, '')
  const versioned = /\/v\d+(beta|alpha)?\d*$/.test(prefix)
  url.pathname = `${prefix}${versioned ? '' : '/v1'}${path}`
  return url
}
