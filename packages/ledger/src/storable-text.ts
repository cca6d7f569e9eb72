/*
 * Text that both databases can store. PostgreSQL rejects zero bytes and lone surrogates, and with them every row of the
 * same statement.
 */

/** Removes zero bytes and replaces lone surrogates with U+FFFD. */
export const storableText = (text: string): string =>
  (text.isWellFormed() ? text : text.toWellFormed()).replaceAll('\0', '')

/** The same for a bound value. Values that are not text are returned unchanged. */
export const storableValue = <Value>(value: Value): Value | string =>
  typeof value === 'string' ? storableText(value) : value

/** A list or record with its texts storable, at any depth. Returns the same object when nothing changes. */
export function storableDeep<Value>(value: Value): Value {
  return mapTexts(value, storableText)
}

/**
 * For texts that a database rejected for an unknown reason: keeps printable ASCII. A long text becomes empty, because
 * half of a JSON text is useless.
 */
export function plainDeep<Value>(value: Value): Value {
  return mapTexts(value, (text) =>
    text.length > plainCharactersMax ? '' : text.replace(/[^\x20-\x7e]/g, ''),
  )
}

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
