import type { Fields } from '@posthouse/llm/bytes/fields'
import type { ItemText } from './conversation-store.ts'

/** Items as stored in a conversation. */
export const itemTexts = (items: readonly Fields[]): readonly ItemText[] =>
  items.map((item) => ({ id: String(item['id']), item: JSON.stringify(item) }))
