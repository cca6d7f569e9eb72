import { type Fields, parsedFields } from './fields.ts'

/** Lists and objects in one another: as many as a request may have itself. */
const depthMost = 128

/**
 * The arguments of a tool call where a dialect wants an object; null when they are none, or nested deeper
 * than can be written again. The same for the text of a tool's result.
 */
export function argumentsOf(text: string): Fields | null {
  const fields = parsedFields(text)
  return fields === null || isTooDeep(fields) ? null : fields
}

/** Whether arguments are an object, but one that nobody can write again. */
export function areTooDeep(text: string): boolean {
  const fields = parsedFields(text)
  return fields !== null && isTooDeep(fields)
}

/** Level by level: what is deep ends no stack. */
function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= depthMost) return true
    level = level
      .flatMap((one): unknown[] => Object.values(one as object))
      .filter((one) => typeof one === 'object' && one !== null)
  }
  return false
}
