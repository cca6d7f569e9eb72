/**
 * The address of a call at a supplier. Base URLs are written with and without the version at their end:
 * both mean the same, and a version that the supplier has of its own stays (`/v4`, `/api/v3`).
 */
export function endpointOf(base: string, path: string, version = 'v1'): URL {
  const name = `${base} ${version} ${path}`
  const known = endpoints.get(name)
  if (known !== undefined) return known
  const made = parsed(base, path, version)
  if (endpoints.size >= endpointsMax) endpoints.clear()
  endpoints.set(name, made)
  return made
}

/** Every call goes to one of a few places. Nobody writes into a URL that was given out. */
const endpoints = new Map<string, URL>()
const endpointsMax = 1_000

function parsed(base: string, path: string, version: string): URL {
  const url = new URL(base)
  const prefix = url.pathname.replace(/\/+$/, '')
  const versioned = /\/v\d+(?:(?:beta|alpha)\d*)?$/.test(prefix)
  const [pathname = '', query = ''] = path.split('?')
  url.pathname = `${prefix}${versioned ? '' : `/${version}`}${pathname}`
  url.search = query
  return url
}

/** A model's name as one segment of a path, whatever is in it: it may be a caller's own words. */
export const segmentOf = (name: string): string =>
  /^\.{1,2}$/.test(name) ? '-' : encodeURIComponent(name)
