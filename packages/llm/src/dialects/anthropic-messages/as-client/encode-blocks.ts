import type { RequestField } from '../../../canonical/dropped-fields.ts'
import { type Fields, withoutNulls } from '../../../bytes/fields.ts'
import { argumentsOf } from '../../../canonical/calls/call-arguments.ts'
import { ownSignature } from '../../../canonical/reasoning/signature.ts'
import { toolIdOf, toolNameOf } from '../../../canonical/calls/tool-id.ts'
import type {
  Part,
  ReasoningPart,
  Source,
  ToolCall,
  ToolResult,
} from '../../../canonical/request.ts'

/** Blocks for the vendor, and what had to be left out. */
export type EncodedBlocks = {
  readonly blocks: readonly Fields[]
  readonly dropped: readonly RequestField[]
}

/** The speaker, or `result`: inside of what a tool gave. Not every block may stand everywhere. */
export type BlockPlace = 'system' | 'user' | 'assistant' | 'result'

export function encodeParts(parts: readonly Part[], place: BlockPlace): EncodedBlocks {
  const encoded = parts.map((part) => encodePart(part, place))
  return {
    blocks: encoded.flatMap(({ blocks }) => blocks),
    dropped: encoded.flatMap(({ dropped }) => dropped),
  }
}

const one = (block: Fields): EncodedBlocks => ({ blocks: [withoutNulls(block)], dropped: [] })
const without = (...dropped: readonly RequestField[]): EncodedBlocks => ({ blocks: [], dropped })
const nothing: EncodedBlocks = without()

/** Blocks that the vendor takes, by their place. */
const places: Readonly<Record<Part['kind'], readonly BlockPlace[]>> = {
  text: ['system', 'user', 'assistant', 'result'],
  refusal: ['assistant'],
  reasoning: ['assistant'],
  image: ['user', 'result'],
  audio: [],
  file: ['user', 'result'],
  'tool-call': ['assistant'],
  'tool-result': ['user'],
}

/** Whose absence the caller has to know of. */
const missed: Readonly<Partial<Record<Part['kind'], readonly RequestField[]>>> = {
  image: ['image'],
  audio: ['audio'],
  file: ['file'],
}

function encodePart(part: Part, place: BlockPlace): EncodedBlocks {
  if (!places[part.kind].includes(place)) return without(...(missed[part.kind] ?? []))
  switch (part.kind) {
    case 'text':
      return marked(encodeText(part.text, part.cache), part.signature)
    case 'refusal':
      return encodeText(part.text)
    case 'reasoning':
      return encodeReasoning(part)
    case 'image':
      return one({ type: 'image', source: mediaOf(part.source), ...markOf(part) })
    case 'file':
      return encodeFile(part)
    case 'tool-call':
      return encodeCall(part)
    case 'tool-result':
      return encodeResult(part)
    case 'audio':
      return nothing
  }
}

function encodeFile(file: Extract<Part, { kind: 'file' }>): EncodedBlocks {
  const source = documentOf(file.source)
  if (source === null) return without('file')
  return one({ type: 'document', source, title: file.name, ...markOf(file) })
}

function encodeCall(call: ToolCall): EncodedBlocks {
  const block = one({
    type: 'tool_use',
    id: toolIdOf(call.id),
    name: toolNameOf(call.name),
    input: argumentsOf(call.arguments) ?? {},
    ...markOf(call),
  })
  return marked(block, call.signature)
}

/** Only Gemini signs texts and calls. */
const marked = (encoded: EncodedBlocks, signature: string | undefined): EncodedBlocks =>
  signature === undefined ? encoded : { ...encoded, dropped: [...encoded.dropped, 'signature'] }

/** The vendor refuses blocks without words. */
const encodeText = (text: string, cache?: '5m' | '1h'): EncodedBlocks =>
  text.trim() === '' ? nothing : one({ type: 'text', text, ...markOf({ cache }) })

/** The vendor takes back only what it signed. */
function encodeReasoning({ text, signature, redacted }: ReasoningPart): EncodedBlocks {
  const own = ownSignature(signature, 'anthropic-messages')
  if (own === null) return text === '' && signature === null ? nothing : without('signature')
  return one(
    redacted === true
      ? { type: 'redacted_thinking', data: own }
      : { type: 'thinking', thinking: text, signature: own },
  )
}

function encodeResult(result: ToolResult): EncodedBlocks {
  const { blocks, dropped } = encodeParts(result.parts, 'result')
  const made = withoutNulls({
    type: 'tool_result',
    tool_use_id: toolIdOf(result.id),
    content: blocks.length === 0 ? null : blocks,
    is_error: result.isError,
    ...markOf(result),
  })
  return { blocks: [made], dropped }
}

const markOf = ({ cache }: { readonly cache?: '5m' | '1h' | undefined }): Fields => ({
  cache_control: encodeCacheMark(cache),
})

/** Five minutes are what the vendor takes without a word. */
export const encodeCacheMark = (cache: '5m' | '1h' | undefined): Fields | null =>
  cache === undefined
    ? null
    : withoutNulls({ type: 'ephemeral', ttl: cache === '1h' ? '1h' : null })

function mediaOf(source: Source): Fields {
  switch (source.kind) {
    case 'url':
      return { type: 'url', url: source.url }
    case 'id':
      return { type: 'file', file_id: source.id }
    case 'data':
      return { type: 'base64', media_type: source.mediaType, data: source.base64 }
  }
}

/** Documents are PDFs and plain text: https://platform.claude.com/docs/en/build-with-claude/files. Null: neither. */
function documentOf(source: Source): Fields | null {
  if (source.kind !== 'data' || source.mediaType === 'application/pdf') return mediaOf(source)
  if (!/^(text\/|application\/(json|xml))/.test(source.mediaType)) return null
  const data = Buffer.from(source.base64, 'base64').toString('utf8')
  return { type: 'text', media_type: 'text/plain', data }
}
