import { entryOf, type Fields, fieldsOf, listOf, objectsIn, textOf } from '../../../bytes/fields.ts'
import { argumentsFor, type ToolNames } from '../../../canonical/calls/own-tools.ts'
import type {
  Message,
  Part,
  ReasoningPart,
  Role,
  ToolCall,
  ToolResult,
} from '../../../canonical/request.ts'
import {
  type EncryptedContent,
  readEncrypted,
} from '../../../canonical/reasoning/carried-signature.ts'
import { decodeContent } from '../content.ts'

/*
 * `input` is a flat list of items. What the model gave stands next to each other there, its reasoning,
 * words and calls; in the canonical form that is one message.
 */

export type DecodedInput = {
  readonly messages: readonly Message[]
  readonly lost: readonly string[]
}

/** The index of an item that is none. */
export type WrongItem = { readonly wrong: number }

export function decodeInput(items: readonly unknown[], names: ToolNames): DecodedInput | WrongItem {
  const messages: OpenMessage[] = []
  const lost: string[] = []
  let callSignature: string | null = null
  for (const [index, value] of items.entries()) {
    const item = fieldsOf(value)
    const read = item === null ? null : decodeItem(item, names)
    if (read === null) return { wrong: index }
    for (const place of read.lost) lost.push(`input.${index}${place}`)
    if (read.carried?.of === 'text') signLastText(messages, read.carried.signature)
    add(messages, callSignature === null ? read : signedCall(read, callSignature))
    callSignature = read.carried?.of === 'call' ? read.carried.signature : null
  }
  return { messages: messages.map(({ role, parts }) => ({ role, name: null, parts })), lost }
}

/** A message that still grows. */
type OpenMessage = {
  readonly role: Role
  readonly parts: Part[]
  /** The place of the last text; -1: there is none. */
  lastText: number
}

type DecodedItem = {
  /** Null: no message comes of it. */
  readonly role: Role | null
  readonly parts: readonly Part[]
  /** Places in the item, `''` for all of it. */
  readonly lost: readonly string[]
  /** A signature of something else: of the call that follows, of the text before. */
  readonly carried?: EncryptedContent
}

/** Mutates the list: one after the other, the items of a turn become its message. */
function add(messages: OpenMessage[], { role, parts }: DecodedItem): void {
  if (role === null) return
  const last = messages.at(-1)
  const isSame = role === 'assistant' && last?.role === 'assistant'
  const message = isSame ? last : { role, parts: [], lastText: -1 }
  if (!isSame) messages.push(message)
  for (const part of parts) {
    if (part.kind === 'text') message.lastText = message.parts.length
    message.parts.push(part)
  }
}

const signedCall = (read: DecodedItem, signature: string): DecodedItem => ({
  ...read,
  parts: read.parts.map((part) => (part.kind === 'tool-call' ? { ...part, signature } : part)),
})

function signLastText(messages: readonly OpenMessage[], signature: string): void {
  const last = messages.at(-1)
  const part = last?.parts[last.lastText]
  if (last?.role !== 'assistant' || part?.kind !== 'text') return
  last.parts[last.lastText] = { ...part, signature }
}

const nothing: DecodedItem = { role: null, parts: [], lost: [''] }

/** Null: it is no item. One of a kind that is not ours is lost, as a whole. */
function decodeItem(item: Fields, names: ToolNames): DecodedItem | null {
  const type = item['type'] ?? null
  // A reference may say no type.
  if (type === null && item['role'] === undefined && textOf(item['id']) !== null) return nothing
  const decode = entryOf(decoders, textOf(type ?? 'message'))
  if (decode !== undefined) return decode(item, names)
  return typeof type === 'string' ? nothing : null
}

const decoders: Readonly<Record<string, (item: Fields, names: ToolNames) => DecodedItem | null>> = {
  message: (item) => decodeMessage(item),
  reasoning: (item) => decodeReasoning(item),
  function_call: (item, names) => decodeCall(item, names, textOf(item['arguments']) ?? ''),
  function_call_output: (item) => decodeResult(item),
  custom_tool_call: (item, names) =>
    decodeCall(item, names, argumentsFor(textOf(item['input']) ?? '')),
  custom_tool_call_output: (item) => decodeResult(item),
  tool_search_call: (item) => (item['execution'] === 'client' ? decodeSearch(item) : nothing),
  tool_search_output: (item, names) =>
    item['execution'] === 'client' ? decodeFound(item, names) : nothing,
  additional_tools: () => ({ ...nothing, lost: [] }),
}

const roles: readonly string[] = ['system', 'developer', 'user', 'assistant']
const isRole = (value: unknown): value is Role => typeof value === 'string' && roles.includes(value)

function decodeMessage(item: Fields): DecodedItem | null {
  const role = item['role']
  if (!isRole(role)) return null
  const { parts, lost } = decodeContent(item['content'])
  return { role, parts, lost: lost.map((index) => `.content.${index}`) }
}

function decodeReasoning(item: Fields): DecodedItem {
  const text = reasoningTexts(item).join('\n\n')
  const content = textOf(item['encrypted_content'])
  const encrypted = content === null ? null : readEncrypted(content, text === '')
  if (encrypted?.of === 'call' || encrypted?.of === 'text') {
    return { role: null, parts: [], lost: [], carried: encrypted }
  }
  const id = textOf(item['id'])
  const part: ReasoningPart = {
    kind: 'reasoning',
    text,
    signature: encrypted?.signature ?? null,
    ...(encrypted?.of === 'redacted' ? { redacted: true } : {}),
    ...(id === null ? {} : { id }),
  }
  return { role: 'assistant', parts: [part], lost: [] }
}

/** The parts of a summary, and of what open models show in full. */
const reasoningTexts = (item: Fields): string[] =>
  [...listOf(item['summary']), ...listOf(item['content'])].flatMap((value) => {
    const text = textOf(fieldsOf(value)?.['text'])
    return text === null ? [] : [text]
  })

function decodeCall(item: Fields, names: ToolNames, text: string): DecodedItem | null {
  const name = textOf(item['name'])
  if (name === null) return null
  const part: ToolCall = {
    kind: 'tool-call',
    id: textOf(item['call_id']) ?? textOf(item['id']) ?? '',
    name: names.joined(textOf(item['namespace']), name),
    arguments: text,
  }
  return { role: 'assistant', parts: [part], lost: [] }
}

const decodeSearch = (item: Fields): DecodedItem => ({
  role: 'assistant',
  parts: [
    {
      kind: 'tool-call',
      id: textOf(item['call_id']) ?? '',
      name: 'tool_search',
      arguments: JSON.stringify(item['arguments'] ?? {}),
    },
  ],
  lost: [],
})

/** The tools that a search found are the model's from now on: it hears their names. */
function decodeFound(item: Fields, names: ToolNames): DecodedItem {
  const found = objectsIn(item['tools']).flatMap((tool) => {
    const name = textOf(tool['name']) ?? ''
    return tool['type'] === 'namespace'
      ? objectsIn(tool['tools']).map((inner) => names.joined(name, textOf(inner['name']) ?? ''))
      : [name]
  })
  const text = found.length === 0 ? 'No tools were found.' : `Tools found: ${found.join(', ')}`
  const id = textOf(item['call_id']) ?? ''
  return {
    role: 'tool',
    parts: [{ kind: 'tool-result', id, parts: [{ kind: 'text', text }] }],
    lost: [],
  }
}

function decodeResult(item: Fields): DecodedItem {
  const { parts, lost } = decodeContent(item['output'])
  const part: ToolResult = { kind: 'tool-result', id: textOf(item['call_id']) ?? '', parts }
  return { role: 'tool', parts: [part], lost: lost.map((index) => `.output.${index}`) }
}
