import { type Conversation, titleOf } from './conversation.ts'

/** Conversations in which something was said, pinned ones first, then the latest. */
export function findConversations(
  list: readonly Conversation[],
  typed: string,
): readonly Conversation[] {
  const wanted = typed.trim().toLowerCase()
  const has = (text: string) => text.toLowerCase().includes(wanted)
  return list
    .filter((known) => has(titleOf(known)) || known.messages.some(({ content }) => has(content)))
    .toSorted(
      (one, other) => Number(other.pinned) - Number(one.pinned) || other.updated - one.updated,
    )
}
