/*
 * Names of tools and ids of calls that one vendor takes, another refuses. Both ends of a
 * pair go through the same function, so that a call and its result still meet.
 */

/** An id that every vendor takes: `^[a-zA-Z0-9_-]{1,64}$`. Different ids stay different. */
export const toolIdOf = (id: string): string => fitting(id)

/** An id of at most so many characters, which may be any. */
export const toolIdWithin = (id: string, most: number): string =>
  id.length <= most ? id : fitting(id, most)

/** An id that Mistral takes as well: `^[a-zA-Z0-9]{9}$`. */
export const shortToolIdOf = (id: string): string =>
  /^[a-zA-Z0-9]{9}$/.test(id)
    ? id
    : `${fingerprint(id).padStart(7, '0')}${fingerprint(`${id}.`).padStart(7, '0').slice(-2)}`

/** A name that every vendor takes, likewise. */
export const toolNameOf = (name: string): string => fitting(name)

/** The caller's own names for tools that a supplier calls by their fitting ones. */
export function callersToolNames(
  tools: readonly { readonly name: string }[],
): (called: string) => string {
  let names: Map<string, string> | null = null
  return (called) => {
    // Of two that fit alike the first is meant.
    names ??= new Map(tools.map(({ name }) => [toolNameOf(name), name] as const).toReversed())
    return names.get(called) ?? called
  }
}

function fitting(text: string, most = 64): string {
  if (text.length <= most && /^[a-zA-Z0-9_-]+$/.test(text)) return text
  const mark = `_${fingerprint(text)}`
  return text.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, most - mark.length) + mark
}

/** FNV-1a of the UTF-16 units. It tells names of one conversation apart; it keeps no secret. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
