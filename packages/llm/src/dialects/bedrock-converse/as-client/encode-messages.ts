import type { RequestField } from '../../../canonical/dropped-fields.ts'
import { type Fields, textOf } from '../../../bytes/fields.ts'
import type { Message, ModelRequest } from '../../../canonical/request.ts'
import { blockWriter, silence } from './encode-blocks.ts'

type EncodedConversation = {
  readonly system: readonly Fields[]
  readonly messages: readonly Fields[]
  readonly dropped: readonly RequestField[]
}

type EncodedTurn = { readonly role: 'user' | 'assistant'; readonly content: readonly Fields[] }

/** A turn that still grows. */
type OpenTurn = { readonly role: EncodedTurn['role']; readonly content: Fields[] }

/**
 * The system's words go in front, and turns alternate from the user's on. Words of the system in the middle are the
 * user's, where they stood.
 */
export function encodeConversation({ messages, model }: ModelRequest): EncodedConversation {
  const write = blockWriter(model)
  const first = messages.findIndex((message) => !isSystem(message))
  const lead = first === -1 ? messages : messages.slice(0, first)
  const system = write(
    lead.flatMap(({ parts }) => parts),
    'system',
  )
  const dropped: RequestField[] = [...system.dropped]
  const turns: OpenTurn[] = []
  for (const { role, parts } of messages.slice(lead.length)) {
    const speaker = role === 'assistant' ? role : 'user'
    const { blocks, dropped: left } = write(parts, speaker)
    for (const field of left) dropped.push(field)
    addTurn(turns, speaker, blocks)
  }
  if (messages.some(({ name }) => name !== null)) dropped.push('name')
  return { system: system.blocks, messages: fitted(turns), dropped }
}

const isSystem = ({ role }: Message): boolean => role === 'system' || role === 'developer'

/** Turns without content are refused; turns of the same side become one. */
function addTurn(turns: OpenTurn[], role: EncodedTurn['role'], blocks: readonly Fields[]): void {
  if (blocks.length === 0) return
  const last = turns.at(-1)
  if (last?.role === role) for (const block of blocks) last.content.push(block)
  else turns.push({ role, content: [...blocks] })
}

/** A conversation begins with the user, and ends in no blank. */
function fitted(turns: readonly EncodedTurn[]): EncodedTurn[] {
  const begun = turns[0]?.role === 'user' ? turns : [opening, ...turns]
  return begun.map(({ role, content }, at) => {
    if (role === 'user') return { role, content: withWords(resultsFirst(content)) }
    return { role, content: at === begun.length - 1 ? content.map(withoutBlankEnd) : content }
  })
}

const opening: EncodedTurn = { role: 'user', content: [silence] }

/** Results of tools follow their calls at once. */
const resultsFirst = (blocks: readonly Fields[]): Fields[] => {
  const results = withMarks(blocks)
  return [
    ...results.filter(({ isResult }) => isResult),
    ...results.filter(({ isResult }) => !isResult),
  ].map(({ block }) => block)
}

/** A cache point stays behind what it marks. */
function withMarks(blocks: readonly Fields[]): { block: Fields; isResult: boolean }[] {
  let isResult = false
  return blocks.map((block) => {
    if (!('cachePoint' in block)) isResult = 'toolResult' in block
    return { block, isResult }
  })
}

/** A document stands beside words: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html */
const withWords = (blocks: readonly Fields[]): readonly Fields[] =>
  blocks.some((block) => 'document' in block) && !blocks.some((block) => 'text' in block)
    ? [...blocks, silence]
    : blocks

const withoutBlankEnd = (block: Fields, at: number, blocks: readonly Fields[]): Fields =>
  at === blocks.length - 1 && 'text' in block
    ? { text: (textOf(block['text']) ?? '').trimEnd() }
    : block
