import { entryOf, type Fields, fieldsOf, listOf, textOf } from '../../../bytes/fields.ts'
import { readSignature } from '../../../canonical/reasoning/signature.ts'
import type { Part, Source, ToolCall, ToolResult } from '../../../canonical/request.ts'
import { callSignatureIn, textSignatureIn } from '../part-signatures.ts'

/** The parts of a list of blocks, and the places in it that have no meaning here. */
export type DecodedBlocks = { readonly parts: readonly Part[]; readonly lost: readonly string[] }

/** `content` as it stands in a message, a tool result or `system`: a text, or a list of blocks. */
export function decodeContent(content: unknown, path: string): DecodedBlocks {
  if (typeof content === 'string') {
    return { parts: content === '' ? [] : [{ kind: 'text', text: content }], lost: [] }
  }
  const parts: Part[] = []
  const lost: string[] = []
  let callSignature: string | null = null
  for (const [index, value] of listOf(content).entries()) {
    const read = decodeBlock(fieldsOf(value) ?? {}, `${path}.${index}`)
    for (const place of read.lost) lost.push(place)
    for (const part of read.parts) parts.push(withSignature(part, callSignature))
    callSignature = read.callSignature ?? null
  }
  return { parts, lost }
}

const withSignature = (part: Part, signature: string | null): Part =>
  part.kind === 'tool-call' && signature !== null ? { ...part, signature } : part

type DecodedBlock = DecodedBlocks & {
  /** The block was nothing but the signature of the call that follows. */
  readonly callSignature?: string
}

function decodeBlock(block: Fields, path: string): DecodedBlock {
  const kind = textOf(block['type']) ?? ''
  const decoder = entryOf(decoders, kind)
  if (decoder === undefined) return { parts: [], lost: [path] }
  const read = decoder(block, path)
  const known = ['type', 'cache_control', ...(entryOf(fieldsByType, kind) ?? [])]
  return { ...read, lost: [...read.lost, ...lostFields(block, known, path)] }
}

/** Fields that nothing here reads, unless they say what is so without them. */
export const lostFields = (fields: Fields, known: readonly string[], path: string): string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    known.includes(name) || saysNothing(value) ? [] : [`${path}.${name}`],
  )

const saysNothing = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  fieldsOf(value)?.['type'] === 'direct' ||
  fieldsOf(value)?.['enabled'] === false

const fieldsByType: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['source'],
  document: ['source', 'title'],
  thinking: ['thinking', 'signature'],
  redacted_thinking: ['data'],
  tool_use: ['id', 'name', 'input'],
  tool_result: ['tool_use_id', 'content', 'is_error'],
}

const decoders: Readonly<Record<string, (block: Fields, path: string) => DecodedBlock>> = {
  text: (block) => one({ kind: 'text', text: textOf(block['text']) ?? '', ...cacheMarkIn(block) }),
  image: (block, path) => {
    const source = sourceOf(block['source'])
    return source === null
      ? { parts: [], lost: [path] }
      : one({ kind: 'image', source, detail: null, ...cacheMarkIn(block) })
  },
  document: (block, path) => {
    const source = sourceOf(block['source'])
    return source === null
      ? { parts: [], lost: [path] }
      : one({ kind: 'file', source, name: textOf(block['title']), ...cacheMarkIn(block) })
  },
  thinking: (block) => one(decodeThinking(block)),
  redacted_thinking: (block) => {
    const data = textOf(block['data']) ?? ''
    const callSignature = callSignatureIn(data)
    if (callSignature !== null) return { parts: [], lost: [], callSignature }
    const signature = readSignature(data, 'anthropic-messages')
    return one({ kind: 'reasoning', text: '', signature, redacted: true })
  },
  tool_use: (block) => one({ ...decodeCall(block), ...cacheMarkIn(block) }),
  tool_result: (block, path) => {
    const { parts, lost } = decodeContent(block['content'], `${path}.content`)
    const result: ToolResult = {
      kind: 'tool-result',
      id: textOf(block['tool_use_id']) ?? '',
      parts,
      ...(block['is_error'] === true ? { isError: true } : {}),
      ...cacheMarkIn(block),
    }
    return { parts: [result], lost }
  },
}

const one = (part: Part): DecodedBlock => ({ parts: [part], lost: [] })

function decodeThinking(block: Fields): Part {
  const text = textOf(block['thinking']) ?? ''
  const signed = textOf(block['signature']) ?? ''
  const ofText = textSignatureIn(text, signed)
  if (ofText !== null) return { kind: 'text', text: '', signature: ofText }
  const signature = signed === '' ? null : readSignature(signed, 'anthropic-messages')
  return { kind: 'reasoning', text, signature }
}

const decodeCall = (block: Fields): ToolCall => ({
  kind: 'tool-call',
  id: textOf(block['id']) ?? '',
  name: textOf(block['name']) ?? '',
  arguments: JSON.stringify(fieldsOf(block['input']) ?? {}),
})

/** `cache_control`: https://platform.claude.com/docs/en/build-with-claude/prompt-caching */
export function cacheMarkIn(fields: Fields): { readonly cache?: '5m' | '1h' } {
  const mark = fieldsOf(fields['cache_control'])
  if (mark === null || mark['type'] !== 'ephemeral') return {}
  return { cache: mark['ttl'] === '1h' ? '1h' : '5m' }
}

/** Null: a source that only this vendor has (`content`: blocks in a document). */
function sourceOf(value: unknown): Source | null {
  const source = fieldsOf(value) ?? {}
  switch (source['type']) {
    case 'base64':
      return {
        kind: 'data',
        mediaType: textOf(source['media_type']) ?? '',
        base64: textOf(source['data']) ?? '',
      }
    case 'text': {
      const base64 = Buffer.from(textOf(source['data']) ?? '', 'utf8').toString('base64')
      return { kind: 'data', mediaType: 'text/plain', base64 }
    }
    case 'url':
      return { kind: 'url', url: textOf(source['url']) ?? '' }
    case 'file':
      return { kind: 'id', id: textOf(source['file_id']) ?? '' }
    default:
      return null
  }
}
