import { isStorable } from '@posthouse/contract/scalars'

/**
 * The path of the first text that a database cannot store, because it has a NUL or half of a surrogate pair. `null` when
 * there is none. Does not recurse, because the input may be nested as deep as it is long.
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
