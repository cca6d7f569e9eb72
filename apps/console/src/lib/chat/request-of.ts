import { type Abilities, isTaken } from './abilities.ts'
import {
  type Attachment,
  type Conversation,
  type Message,
  type Parameters,
  shownOf,
} from './conversation.ts'

type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }
  | {
      readonly type: 'file'
      readonly file: { readonly filename: string; readonly file_data: string }
    }

/** The body of a chat completion. */
export type ChatRequest = {
  readonly model: string
  readonly messages: readonly {
    readonly role: string
    readonly content: string | readonly Part[]
  }[]
  readonly temperature?: number
  readonly top_p?: number
  readonly max_tokens?: number
  readonly reasoning_effort?: string
}

/** More marks than the text itself has in a row. */
const fenceFor = (text: string): string =>
  '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length + 1)))

function partOf({ kind, name, data }: Attachment): Part {
  if (kind === 'image') return { type: 'image_url', image_url: { url: data } }
  if (kind === 'file') return { type: 'file', file: { filename: name, file_data: data } }
  const fence = fenceFor(data)
  return { type: 'text', text: `${name}\n${fence}\n${data}\n${fence}` }
}

function contentOf({ content, attachments }: Message, { takes }: Abilities) {
  const parts = attachments.filter(({ kind }) => isTaken(kind, takes)).map(partOf)
  if (parts.length === 0) return content
  return content === '' ? parts : [...parts, { type: 'text' as const, text: content }]
}

/** What a person set; the rest is the model's own. */
const setOf = (parameters: Parameters): Partial<ChatRequest> =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null))

/** What is asked for the branch on screen, of a model that can do this much. */
export function requestOf(conversation: Conversation, able: Abilities): ChatRequest {
  const { model, system, parameters } = conversation
  const messages = shownOf(conversation).flatMap((message) => {
    const content = contentOf(message, able)
    // An answer that was stopped before its first word says nothing: some suppliers refuse an empty message.
    return message.error === '' && content.length > 0 ? [{ role: message.role, content }] : []
  })
  return {
    model,
    messages: system.trim() === '' ? messages : [{ role: 'system', content: system }, ...messages],
    ...setOf(able.reasons ? parameters : { ...parameters, reasoning_effort: null }),
  }
}
