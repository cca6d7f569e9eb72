import { type Attachment, type Conversation, type Message, shownOf } from './conversation.ts'

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

function contentOf({ content, attachments }: Message, takes: readonly string[]) {
  const parts = attachments
    .filter(({ kind }) => kind === 'text' || takes.includes(kind))
    .map(partOf)
  if (parts.length === 0) return content
  return content === '' ? parts : [...parts, { type: 'text' as const, text: content }]
}

/** What is asked for the branch on screen, of a model that takes these kinds of attachments. */
export function requestOf(conversation: Conversation, takes: readonly string[]): ChatRequest {
  const { model, system, parameters } = conversation
  const messages = shownOf(conversation).flatMap((message) => {
    const content = contentOf(message, takes)
    // An answer that was stopped before its first word says nothing: some suppliers refuse an empty message.
    return message.error === '' && content.length > 0 ? [{ role: message.role, content }] : []
  })
  return {
    model,
    messages: system.trim() === '' ? messages : [{ role: 'system', content: system }, ...messages],
    ...Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null)),
  }
}
