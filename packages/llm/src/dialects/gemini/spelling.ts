import { type Fields, fieldsOf } from '../../bytes/fields.ts'

/*
 * Protocol buffers take a field by its JSON name or by its original one, `generationConfig` or
 * `generation_config`: https://protobuf.dev/programming-guides/json/. Only the vendor's own objects
 * are spelled anew; what callers put in (arguments, results, labels) stays as it is.
 */

/** The fields of one object, not of what is in it, in camel case; null: it is no object. */
export function camelled(value: unknown): Fields | null {
  const fields = fieldsOf(value)
  if (fields === null) return null
  return Object.fromEntries(Object.entries(fields).map(([name, held]) => [camel(name), held]))
}

const camel = (name: string): string =>
  name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** An object without the named fields; null: nothing is left. */
export function without(fields: Fields, named: readonly string[]): Fields | null {
  const left = Object.entries(fields).filter(
    ([name, value]) => !named.includes(name) && value !== null && value !== undefined,
  )
  return left.length === 0 ? null : Object.fromEntries(left)
}
