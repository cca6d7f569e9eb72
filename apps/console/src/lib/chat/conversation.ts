import { z } from 'zod'
import { linked, pathTo } from './branches.ts'

/** A file that goes with a question; it is kept with the conversation. */
const Attachment = z.object({
  name: z.string(),
  /** How a request carries it. */
  kind: z.enum(['image', 'text', 'file']),
  /** A data address; of a text the text itself. */
  data: z.string(),
})
export type Attachment = z.output<typeof Attachment>

const Message = z.object({
  id: z.string(),
  /** What it answers; versions of a message have the same. Missing: stored before there were versions. */
  parent: z.string().optional(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  attachments: z.array(Attachment).default([]),
  reasoning: z.string().default(''),
  reasoningMs: z.number().nullable().default(null),
  /** Who answered. */
  model: z.string().default(''),
  /** The call that made it; its charge is asked of the ledger by this id. */
  requestId: z.string().default(''),
  firstTokenMs: z.number().nullable().default(null),
  error: z.string().default(''),
  /** The wallet is what refused. */
  tooPoor: z.boolean().default(false),
  stopped: z.boolean().default(false),
})
export type Message = z.output<typeof Message> & { readonly parent: string }

/** What a request says of how to answer. Null: nothing, and the model does as it usually does. */
const Parameters = z.object({
  temperature: z.number().nullable().default(null),
  top_p: z.number().nullable().default(null),
  max_tokens: z.number().nullable().default(null),
  reasoning_effort: z.string().nullable().default(null),
})
export type Parameters = z.output<typeof Parameters>

export const noParameters: Parameters = Parameters.parse({})

/** As older consoles stored it, with a temperature that was always there, too. */
export const Conversation = z
  .object({
    id: z.string(),
    /** Whose it is: this browser may know several users. */
    owner: z.number(),
    updated: z.number(),
    model: z.string(),
    system: z.string(),
    temperature: z.number().default(1),
    parameters: Parameters.optional(),
    /** As its owner named it. Empty: its first words are its name. */
    title: z.string().default(''),
    pinned: z.boolean().default(false),
    messages: z.array(Message),
    /** The message at the end of the branch on screen. */
    end: z.string().optional(),
  })
  .transform(({ temperature, parameters, messages, end, ...rest }) => ({
    ...rest,
    parameters: parameters ?? {
      ...noParameters,
      temperature: temperature === 1 ? null : temperature,
    },
    messages: linked(messages),
    end: end ?? messages.at(-1)?.id ?? '',
  }))
export type Conversation = z.output<typeof Conversation>

export const blankConversation = (id: string, owner: number, model: string): Conversation =>
  Conversation.parse({ id, owner, updated: Date.now(), model, system: '', messages: [] })

const titleMost = 60

/** The line a conversation is known by. */
export const titleOf = ({ title, messages }: Conversation): string =>
  title || (messages[0]?.content.trim().slice(0, titleMost) ?? '')

/** The branch on screen, oldest first. */
export const shownOf = ({ messages, end }: Conversation): readonly Message[] =>
  pathTo(messages, end)
