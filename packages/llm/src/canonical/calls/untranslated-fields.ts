import type { Fields } from '../../bytes/fields.ts'

/** The places of fields of a tool that the canonical one has no word for. */
export const untranslatedFields = (
  fields: Fields,
  known: readonly string[],
  place: string,
): string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    known.includes(name) || (value ?? null) === null ? [] : [`${place}.${name}`],
  )
