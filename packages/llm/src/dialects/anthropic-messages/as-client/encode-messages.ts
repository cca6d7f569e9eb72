import type { RequestField } from '../../../canonical/dropped-fields.ts'
import { type Fields, textOf } from '../../../bytes/fields.ts'
import type { Message, ModelRequest } from '../../../canonical/request.ts'
import { encodeParts } from './encode-blocks.ts'

type EncodedConversation = {
  readonly system: readonly Fields[]
  readonly messages: readonly Fields[]
  readonly dropped: readonly RequestField[]
}

type EncodedTurn = {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: readonly Fields[]
}

/** A turn that still grows. */
type OpenTurn = { readonly role: EncodedTurn['role']; readonly content: Fields[]; joined: boolean }

/**
 * The system's words go in front, and turns alternate from the user's on. Words of the system in the
 * middle stay where they are: as such for callers of the dialect, who know which models take them, and
 * as the user's for all others.
 */
export function encodeConversation(request: ModelRequest): EncodedConversation {
  const { messages } = request
  const isOurs = request.dialect === 'anthropic-messages'
  const first = messages.findIndex((message) => !isSystem(message))
  const lead = first === -1 ? messages : messages.slice(0, first)
  const system = encodeParts(
    lead.flatMap(({ parts }) => parts),
    'system',
  )
  const dropped: RequestField[] = [...system.dropped]
  const turns: OpenTurn[] = []
  for (const message of messages.slice(lead.length)) {
    const role = roleOf(message, isOurs)
    const { blocks, dropped: left } = encodeParts(message.parts, role)
    for (const field of left) dropped.push(field)
    addTurn(turns, { role, content: blocks })
  }
  const ordered = turns.map(({ role, content, joined }) => ({
    role,
    content: joined ? resultsFirst(content) : content,
  }))
  if (messages.some(({ name }) => name !== null)) dropped.push('name')
  return {
    system: system.blocks,
    messages: isOurs ? ordered : fitted(ordered),
    dropped,
  }
}

const isSystem = ({ role }: Message): boolean => role === 'system' || role === 'developer'

function roleOf(message: Message, isOurs: boolean): EncodedTurn['role'] {
  if (message.role === 'assistant') return 'assistant'
  return isSystem(message) && isOurs ? 'system' : 'user'
}

/** Turns without content are refused; turns of the same side become one. */
function addTurn(turns: OpenTurn[], { role, content }: EncodedTurn): void {
  if (content.length === 0) return
  const last = turns.at(-1)
  if (last?.role !== role || role === 'system') {
    turns.push({ role, content: [...content], joined: false })
    return
  }
  for (const block of content) last.content.push(block)
  last.joined = true
}

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls: nothing stands before them. */
const resultsFirst = (blocks: readonly Fields[]): Fields[] => [
  ...blocks.filter(isResult),
  ...blocks.filter((block) => !isResult(block)),
]

const isResult = (block: Fields): boolean => block['type'] === 'tool_result'

/** Others may begin with the assistant, or say nothing but `system`, and end in a blank. */
function fitted(turns: readonly EncodedTurn[]): EncodedTurn[] {
  const begun: EncodedTurn[] = turns[0]?.role === 'user' ? [...turns] : [opening, ...turns]
  const last = begun.at(-1)
  if (last?.role === 'assistant') {
    begun[begun.length - 1] = { ...last, content: last.content.map(withoutBlankEnd) }
  }
  return begun
}

const opening: EncodedTurn = { role: 'user', content: [{ type: 'text', text: '…' }] }

const withoutBlankEnd = (block: Fields, at: number, blocks: readonly Fields[]): Fields =>
  at === blocks.length - 1 && block['type'] === 'text'
    ? { ...block, text: (textOf(block['text']) ?? '').trimEnd() }
    : block
