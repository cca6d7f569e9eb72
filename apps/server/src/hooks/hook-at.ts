import type { Hook } from './hook.ts'

/** A hook, and what stands in the places of its parameters. */
export type FoundHook = {
  readonly hook: Hook
  readonly params: Readonly<Record<string, string>>
}

/** The hook at a path; null where there is none. */
export function hookAt(table: readonly Hook[], pathname: string): FoundHook | null {
  const parts = pathname.replace(/\/$/, '').split('/')
  for (const hook of table) {
    const params = paramsIn(hook.path.split('/'), parts)
    if (params !== null) return { hook, params }
  }
  return null
}

/** Null: the path is another one. */
function paramsIn(
  pattern: readonly string[],
  parts: readonly string[],
): Readonly<Record<string, string>> | null {
  if (pattern.length !== parts.length) return null
  const params: [string, string][] = []
  for (const [place, expected] of pattern.entries()) {
    const part = parts[place] ?? ''
    const value = expected.startsWith(':') ? decoded(part) : ''
    if (value !== '') params.push([expected.slice(1), value])
    else if (expected !== part) return null
  }
  return Object.fromEntries(params)
}

/** Empty where a path is not encoded as one. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
