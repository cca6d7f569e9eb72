import { type Fields, withoutNulls } from '../../../bytes/fields.ts'
import type { RequestField } from '../../../canonical/dropped-fields.ts'
import { ownSignature } from '../../../canonical/reasoning/signature.ts'
import { toolIdOf, toolNameOf } from '../../../canonical/calls/tool-id.ts'
import type {
  Message,
  ModelRequest,
  Part,
  ReasoningPart,
  ToolResult,
} from '../../../canonical/request.ts'
import { encodeAnswerPart, encodeInputPart } from '../content.ts'

export type EncodedItems = {
  readonly items: readonly Fields[]
  /** Parts of the messages that have no place here. */
  readonly dropped: ReadonlySet<RequestField>
}

/** The items of `input`, in the order of the conversation. */
export function encodeItems(
  messages: readonly Message[],
  dialect: ModelRequest['dialect'],
): EncodedItems {
  const isOwn = dialect === 'openai-responses'
  const items = messages.flatMap((message) => encodeMessage(message, isOwn))
  const dropped = new Set(messages.flatMap((message) => droppedIn(message, isOwn)))
  return { items, dropped }
}

function encodeMessage(message: Message, isOwn: boolean): Fields[] {
  const items: Fields[] = []
  let content: Fields[] = []
  const flush = (): void => {
    if (content.length > 0) items.push(messageItem(message, content))
    content = []
  }
  for (const part of message.parts) {
    const item = itemOf(part, isOwn)
    if (item === null) {
      const encoded = encodeContent(part, message, isOwn)
      if (encoded !== null) content.push(encoded)
    } else {
      flush()
      for (const each of item) items.push(each)
    }
  }
  flush()
  return message.parts.length === 0 ? [messageItem(message, [])] : items
}

const messageItem = ({ role }: Message, content: readonly Fields[]): Fields => ({
  type: 'message',
  role: role === 'tool' ? 'user' : role,
  content,
})

function encodeContent(part: Part, { role }: Message, isOwn: boolean): Fields | null {
  const unmarked = isOwn ? part : withoutMark(part)
  return role === 'assistant' ? encodeAnswerPart(unmarked) : encodeInputPart(unmarked)
}

/** Models before GPT-5.6 refuse marks: only who speaks the dialect knows whether this one takes them. */
function withoutMark(part: Part): Part {
  if (!('cache' in part)) return part
  const { cache: _, ...unmarked } = part
  return unmarked
}

/** Null: the part belongs into a message. */
function itemOf(part: Part, isOwn: boolean): readonly Fields[] | null {
  switch (part.kind) {
    case 'reasoning':
      return encodeReasoning(part, isOwn)
    case 'tool-call':
      return [
        {
          type: 'function_call',
          call_id: isOwn ? part.id : toolIdOf(part.id),
          name: isOwn ? part.name : toolNameOf(part.name),
          arguments: part.arguments,
        },
      ]
    case 'tool-result':
      return [encodeResult(part, isOwn)]
    case 'text':
    case 'refusal':
    case 'image':
    case 'audio':
    case 'file':
      return null
  }
}

/**
 * Reasoning go back to who can prove them to be its own. An id names what the supplier keeps: it
 * refuses one when nothing is kept, as when the caller speaks another dialect.
 */
function encodeReasoning(part: ReasoningPart, isOwn: boolean): Fields[] {
  const encrypted = ownSignature(part.signature, 'openai-responses')
  const isKept = isOwn && part.id !== undefined && part.signature === null
  if (encrypted === null && !isKept) return []
  return [
    withoutNulls({
      type: 'reasoning',
      id: isOwn ? part.id : null,
      summary: part.text === '' ? [] : [{ type: 'summary_text', text: part.text }],
      encrypted_content: encrypted,
    }),
  ]
}

function encodeResult(result: ToolResult, isOwn: boolean): Fields {
  const parts = isOwn ? result.parts : result.parts.map(withoutMark)
  const [first] = parts
  const isText = parts.length === 1 && first?.kind === 'text' && !('cache' in first)
  const output = isText ? first.text : parts.flatMap(outputPart)
  return {
    type: 'function_call_output',
    call_id: isOwn ? result.id : toolIdOf(result.id),
    output: parts.length === 0 ? '' : output,
  }
}

/** A tool speaks no audio here. */
function outputPart(part: Part): Fields[] {
  const encoded = part.kind === 'audio' ? null : encodeInputPart(part)
  return encoded === null ? [] : [encoded]
}

const droppedIn = ({ role, name, parts }: Message, isOwn: boolean): RequestField[] => [
  ...(name === null ? [] : ['name' as const]),
  ...parts.flatMap((part) => [
    ...(isMarkLost(part, role === 'assistant', isOwn) ? ['cache' as const] : []),
    ...(isSignatureLost(part) ? ['signature' as const] : []),
    ...(part.kind === 'tool-result'
      ? part.parts.flatMap((inner) => lostInResult(inner, isOwn))
      : kindLost(part, role === 'assistant')),
  ]),
]

const lostInResult = (part: Part, isOwn: boolean): RequestField[] => [
  ...(isMarkLost(part, false, isOwn) ? ['cache' as const] : []),
  ...(part.kind === 'audio' ? ['audio' as const] : []),
]

const markable: ReadonlySet<Part['kind']> = new Set(['text', 'image', 'file'])

const isMarkLost = (part: Part, isAnswer: boolean, isOwn: boolean): boolean =>
  'cache' in part && !(isOwn && !isAnswer && markable.has(part.kind))

/** A call or a text has no place for a signature, whoever made it. */
const isSignatureLost = (part: Part): boolean =>
  'signature' in part &&
  typeof part.signature === 'string' &&
  (part.kind !== 'reasoning' || ownSignature(part.signature, 'openai-responses') === null)

function kindLost(part: Part, isAnswer: boolean): RequestField[] {
  if (part.kind === 'audio') return isAnswer || part.source.kind !== 'data' ? ['audio'] : []
  return isAnswer && (part.kind === 'image' || part.kind === 'file') ? [part.kind] : []
}
