/*
 * Text that both databases take. PostgreSQL keeps neither zero bytes nor halves of surrogate pairs,
 * and refuses with them every row of the same statement.
 */

/** Without zero bytes; half of a surrogate pair becomes U+FFFD. */
export const storableText = (text: string): string =>
  (text.isWellFormed() ? text : text.toWellFormed()).replaceAll('\0', '')

/** The same for what a statement binds: anything that is no text stays as it is. */
export const storableValue = <Value>(value: Value): Value | string =>
  typeof value === 'string' ? storableText(value) : value

/** A list or record with its texts storable, at any depth; itself where nothing changes. */
export function storableDeep<Value>(value: Value): Value {
  return mapTexts(value, storableText)
}

/**
 * What is left of a text that a database refused for a reason nobody thought of: printable ASCII, and
 * nothing of a long one, since half of a JSON text helps nobody.
 */
export function plainDeep<Value>(value: Value): Value {
  return mapTexts(value, (text) =>
    text.length > plainCharactersMax ? '' : text.replace(/[^\x20-\x7e]/g, ''),
  )
}

/** The remark of a charge whose row has lost its texts so. */
export const plainRemark = '@plain-texts'

const plainCharactersMax = 500

function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  return mapped(value, change) as Value
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list = value.map((item) => mapped(item, change))
    return list.every((item, index) => item === value[index]) ? value : list
  }
  let changed: Record<string, unknown> | null = null
  for (const [name, before] of Object.entries(value)) {
    const after = mapped(before, change)
    if (after === before) continue
    changed ??= { ...value }
    changed[name] = after
  }
  return changed ?? value
}
