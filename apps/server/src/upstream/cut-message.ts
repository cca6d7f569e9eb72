/** A whole escape is two characters or six; half of one at the end of what was read is left out. */
const started = /"message"\s*:\s*"((?:[^"\\]|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt]){1,4096})/

/**
 * The words of an error whose body is longer than what is read of it: such a body is no JSON. Empty: it
 * does not begin with anything that can be told.
 */
export function cutMessage(body: string): string {
  const text = body.trimStart().startsWith('{') ? started.exec(body)?.[1] : undefined
  if (text === undefined) return ''
  try {
    const value: unknown = JSON.parse(`"${text}"`)
    return typeof value === 'string' ? value.toWellFormed() : ''
  } catch {
    return ''
  }
}
