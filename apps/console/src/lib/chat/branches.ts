type Node = { readonly id: string; readonly parent: string }

/** The parent of what begins a conversation. */
export const root = ''

/** What was said up to this message, oldest first. */
export function pathTo<Some extends Node>(messages: readonly Some[], id: string): readonly Some[] {
  const known = new Map(messages.map((message) => [message.id, message]))
  const path: Some[] = []
  for (let at = known.get(id); at !== undefined; at = known.get(at.parent)) {
    path.unshift(at)
    // A loop can only come from a broken store; it ends here.
    known.delete(at.id)
  }
  return path
}

/** Every version of a message, itself among them, in the order in which they were made. */
export const versionsOf = <Some extends Node>(
  messages: readonly Some[],
  { parent }: Node,
): readonly Some[] => messages.filter((message) => message.parent === parent)

/** Where the branch that a message is on goes on to: always its newest version. */
export function endOf(messages: readonly Node[], id: string): string {
  let end = id
  const seen = new Set<string>()
  while (!seen.has(end)) {
    seen.add(end)
    const from = end
    end = messages.findLast(({ parent }) => parent === from)?.id ?? end
  }
  return end
}

/** Messages of a time before branches: each answers the one before it. */
export function linked<Some extends { readonly id: string; readonly parent?: string | undefined }>(
  messages: readonly Some[],
): readonly (Some & Node)[] {
  return messages.map((message, index) => ({
    ...message,
    parent: message.parent ?? messages[index - 1]?.id ?? root,
  }))
}
