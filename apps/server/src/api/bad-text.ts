import { isStorable } from '@posthouse/contract/scalars'

/**
 * The path of the first text in what a caller sent that no database stores: with a NUL, or with half of a
 * character. Null: there is none. Without recursion, since what was sent may be as deep as it is long.
 */
export function badTextIn(given: unknown): string | null {
  const open: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: given }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value } = next
    if (isBad(value)) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (isBad(name)) return path
      open.push({ path: path === '' ? name : `${path}.${name}`, value: inner })
    }
  }
  return null
}

const isBad = (value: unknown): boolean => typeof value === 'string' && !isStorable(value)
