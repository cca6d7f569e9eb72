import { create } from 'zustand'
import { Conversation } from '../lib/chat/conversation.ts'
import { readAll, remove, write } from '../lib/database.ts'

type Conversations = {
  readonly list: readonly Conversation[]
  readonly load: (owner: number) => Promise<void>
  readonly put: (conversation: Conversation) => void
  /** Changes one that is still there. */
  readonly change: (id: string, changed: (conversation: Conversation) => Conversation) => void
  /** Writes what is shown to disk; while an answer streams only the screen changes. */
  readonly keep: (id: string) => Promise<void>
  readonly drop: (id: string) => Promise<void>
}

/** Conversations of the playground. They stay in this browser. */
export const useConversations = create<Conversations>()((set, get) => ({
  list: [],
  load: async (owner) => {
    const stored = await readAll().catch(() => [])
    const read = stored.flatMap((entry) => {
      const parsed = Conversation.safeParse(entry)
      return parsed.success && parsed.data.owner === owner ? [parsed.data] : []
    })
    set(({ list }) => {
      // An answer may stream while the page is left and comes back: what is on screen is newer.
      const here = list.filter((known) => known.owner === owner)
      const ids = new Set(here.map(({ id }) => id))
      return { list: [...here, ...read.filter(({ id }) => !ids.has(id))] }
    })
  },
  put: (conversation) =>
    set(({ list }) => ({
      list: [conversation, ...list.filter((known) => known.id !== conversation.id)],
    })),
  change: (id, changed) =>
    set(({ list }) => ({
      list: list.map((known) => (known.id === id ? changed(known) : known)),
    })),
  keep: async (id) => {
    const conversation = get().list.find((known) => known.id === id)
    if (conversation !== undefined) await write(conversation)
  },
  drop: async (id) => {
    try {
      await remove(id)
    } finally {
      set(({ list }) => ({ list: list.filter((known) => known.id !== id) }))
    }
  },
}))
