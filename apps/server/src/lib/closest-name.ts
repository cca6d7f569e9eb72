/**
 * Finds what a name stands for in a list of names, of which some end with `*`: the exact name, else the
 * longest that fits, else null. A name fits its own dated releases too (`gpt-5` fits `gpt-5-2025-08-07`), as a
 * prefix as long as itself would. The order of the list makes no difference.
 */
export function closestName<Entry>(
  named: readonly (readonly [name: string, entry: Entry])[],
): (name: string) => Entry | null {
  const exact = new Map(named)
  const prefixes = named
    .filter(([name]) => name.endsWith('*'))
    .map(([name, entry]) => ({ prefix: name.slice(0, -1), entry }))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
  return (name) => {
    const own = exact.get(name)
    if (own !== undefined) return own
    const prefixed = prefixes.find(({ prefix }) => name.startsWith(prefix))
    const undated = withoutDate(name)
    const released = exact.get(undated)
    if (released === undefined) return prefixed?.entry ?? null
    return prefixed !== undefined && prefixed.prefix.length >= undated.length
      ? prefixed.entry
      : released
  }
}

/** True where a name is a dated release of a model. */
export const isReleaseOf = (name: string, model: string): boolean =>
  name !== model && withoutDate(name) === model

/** How OpenAI (-2025-08-07), Anthropic (-20251001) and Vertex AI (@20251001) date a release. */
const withoutDate = (name: string): string => name.replace(/(-20\d\d-\d\d-\d\d|[-@]20\d{6})$/, '')
