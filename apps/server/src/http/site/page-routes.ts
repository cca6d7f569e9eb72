import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether the console has a page at a path. */
export type HasPage = (path: string) => boolean

/** Reads the list of addresses that the build writes. */
export function readPageRoutes(folder: string): HasPage {
  const patterns: unknown = JSON.parse(readFileSync(join(folder, 'routes.json'), 'utf8'))
  if (!Array.isArray(patterns)) throw new Error(`${folder}/routes.json holds no list`)
  return pageRoutes(patterns.map(String))
}

/**
 * As the console's router compares: upper and lower case are the same, slashes at the end do not count, and
 * `:name` stands for one segment.
 */
export function pageRoutes(patterns: readonly string[]): HasPage {
  const routes = patterns.map((pattern) => segmentsOf(pattern.toLowerCase()))
  return (path) => {
    const decoded = decode(path)
    if (decoded === null) return false
    const segments = segmentsOf(decoded.toLowerCase())
    return routes.some(
      (route) =>
        route.length === segments.length &&
        route.every((part, at) =>
          part.startsWith(':') ? segments[at] !== '' : part === segments[at],
        ),
    )
  }
}

function segmentsOf(path: string): string[] {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(1, end).split('/')
}

/** Null when it is not valid. A slash that was encoded is part of its segment. */
function decode(path: string): string | null {
  try {
    return path
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return null
  }
}
