import { z } from 'zod'
import { create } from 'zustand'
import { readAll, remove, write } from '../lib/database.ts'

const Message = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  reasoning: z.string().default(''),
  /** The call that made it; its charge is asked of the ledger by this id. */
  requestId: z.string().default(''),
  firstTokenMs: z.number().nullable().default(null),
  error: z.string().default(''),
  /** The wallet is what refused. */
  tooPoor: z.boolean().default(false),
  stopped: z.boolean().default(false),
})
export type Message = z.output<typeof Message>

const Conversation = z.object({
  id: z.string(),
  /** Whose it is: this browser may know several users. */
  owner: z.number(),
  updated: z.number(),
  model: z.string(),
  system: z.string(),
  temperature: z.number(),
  messages: z.array(Message),
})
export type Conversation = z.output<typeof Conversation>

type Conversations = {
  readonly list: readonly Conversation[]
  readonly load: (owner: number) => Promise<void>
  readonly put: (conversation: Conversation) => void
  /** Writes what is shown to disk; while an answer streams only the screen changes. */
  readonly keep: (id: string) => Promise<void>
  readonly drop: (id: string) => Promise<void>
}

/** Conversations of the playground. They stay in this browser. */
export const useConversations = create<Conversations>()((set, get) => ({
  list: [],
  load: async (owner) => {
    const stored = await readAll().catch(() => [])
    const list = stored
      .flatMap((entry) => {
        const parsed = Conversation.safeParse(entry)
        return parsed.success && parsed.data.owner === owner ? [parsed.data] : []
      })
      .toSorted((one, other) => other.updated - one.updated)
    set({ list })
  },
  put: (conversation) =>
    set(({ list }) => ({
      list: [conversation, ...list.filter((known) => known.id !== conversation.id)],
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

/** The line a conversation is known by. */
export const titleOf = (conversation: Conversation): string =>
  conversation.messages[0]?.content.slice(0, 40) ?? ''
