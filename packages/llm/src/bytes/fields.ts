/** A JSON object of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null

export const field = (fields: Fields, name: string): unknown => fields[name] ?? undefined

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export const flagOf = (value: unknown): boolean | null =>
  typeof value === 'boolean' ? value : null

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The numbers of a list; what else stands in it is left out. */
export const numbersIn = (value: unknown): number[] =>
  listOf(value).filter((entry) => typeof entry === 'number')

/** A list, or the one object that stands where a list is meant: protocol buffers are read so. */
export const listedOf = (value: unknown): readonly unknown[] =>
  fieldsOf(value) === null ? listOf(value) : [value]

/** The objects of a list; what else stands in it is left out. */
export const objectsIn = (value: unknown): Fields[] =>
  listOf(value)
    .map(fieldsOf)
    .filter((fields) => fields !== null)

/** The fields of a text that should be a JSON object; null when it is none. */
export const parsedFields = (text: string): Fields | null => fieldsOf(parsed(text))

/** The value that a text is as JSON; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Leaves out what is null: a dialect's absent field, not its null. */
export const withoutNulls = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  )

/** The entry of a table of ours under a word of somebody else's, which may be `constructor`. */
export const entryOf = <Value>(
  table: Readonly<Record<string, Value>>,
  word: string | null,
): Value | undefined => (word !== null && Object.hasOwn(table, word) ? table[word] : undefined)
