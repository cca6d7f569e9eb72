import { type Conversation, type Message, shownOf, titleOf } from './conversation.ts'

const headOf = ({ role, model }: Message, words: Words): string =>
  role === 'user' ? words.you : model || words.assistant

/** What the parts of a conversation are called. */
type Words = { readonly you: string; readonly assistant: string; readonly untitled: string }

function sectionOf(message: Message, words: Words): string {
  const files = message.attachments.map(({ name }) => `- ${name}`).join('\n')
  return [
    `## ${headOf(message, words)}`,
    files,
    message.content,
    message.error && `> ${message.error}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The branch on screen, to be read. */
export function markdownOf(conversation: Conversation, words: Words): string {
  const { system } = conversation
  return `${[
    `# ${titleOf(conversation) || words.untitled}`,
    ...(system.trim() === '' ? [] : [system.replaceAll(/^/gm, '> ')]),
    ...shownOf(conversation).map((message) => sectionOf(message, words)),
  ].join('\n\n')}\n`
}

/** Every version of it, as this browser keeps it. Whose it is stays here. */
export const jsonOf = (conversation: Conversation): string =>
  `${JSON.stringify({ ...conversation, owner: undefined }, null, 2)}\n`

/** A name for its file that every system takes. */
export function fileNameOf(conversation: Conversation, ending: string): string {
  const name = titleOf(conversation)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${name || 'conversation'}.${ending}`
}
