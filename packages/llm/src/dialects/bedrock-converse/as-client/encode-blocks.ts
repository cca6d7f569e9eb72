import { argumentsOf } from '../../../canonical/calls/call-arguments.ts'
import type { RequestField } from '../../../canonical/dropped-fields.ts'
import { entryOf, type Fields, withoutNulls } from '../../../bytes/fields.ts'
import { ownSignature } from '../../../canonical/reasoning/signature.ts'
import { toolIdOf, toolNameOf } from '../../../canonical/calls/tool-id.ts'
import type {
  Part,
  ReasoningPart,
  Source,
  ToolCall,
  ToolResult,
} from '../../../canonical/request.ts'
import { isCachingModel } from './model-facts.ts'

/* https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html */

/** Blocks for the supplier, and what had to be left out. */
type EncodedBlocks = {
  readonly blocks: readonly Fields[]
  readonly dropped: readonly RequestField[]
}

/** The speaker, or `result`: inside of what a tool gave. Not every block may stand everywhere. */
type BlockPlace = 'system' | 'user' | 'assistant' | 'result'

/** Writes the parts of one request, whose documents must differ in their names. */
export type BlockEncoder = (parts: readonly Part[], place: BlockPlace) => EncodedBlocks

export function blockWriter(model: string): BlockEncoder {
  const writing: EncodingState = { caches: isCachingModel(model), documents: 0 }
  return (parts, place) => encodeParts(parts, place, writing)
}

type EncodingState = { readonly caches: boolean; documents: number }

function encodeParts(
  parts: readonly Part[],
  place: BlockPlace,
  writing: EncodingState,
): EncodedBlocks {
  const encoded = parts.map((part) =>
    withCachePoint(encodePart(part, place, writing), part, writing),
  )
  return {
    blocks: encoded.flatMap(({ blocks }) => blocks),
    dropped: encoded.flatMap(({ dropped }) => dropped),
  }
}

const one = (block: Fields): EncodedBlocks => ({ blocks: [block], dropped: [] })
const without = (...dropped: readonly RequestField[]): EncodedBlocks => ({ blocks: [], dropped })

/** Blocks that the supplier takes, by their place. */
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

function encodePart(part: Part, place: BlockPlace, writing: EncodingState): EncodedBlocks {
  if (!places[part.kind].includes(place)) return without(...(missed[part.kind] ?? []))
  switch (part.kind) {
    case 'text':
      return marked(encodeText(part.text), part.signature)
    case 'refusal':
      return encodeText(part.text)
    case 'reasoning':
      return encodeReasoning(part)
    case 'image':
      return marked(encodeImage(part.source), part.signature)
    case 'file':
      return encodeFile(part, writing)
    case 'tool-call':
      return marked(encodeCall(part), part.signature)
    case 'tool-result':
      return encodeResult(part, writing)
    case 'audio':
      return without('audio')
  }
}

/** A mark stands in a block of its own, behind what it marks; not inside of what a tool gave. */
function withCachePoint(
  { blocks, dropped }: EncodedBlocks,
  part: Part,
  { caches }: EncodingState,
): EncodedBlocks {
  if (!('cache' in part) || part.cache === undefined) return { blocks, dropped }
  if (blocks.length === 0) return { blocks, dropped }
  return caches
    ? { blocks: [...blocks, cachePoint(part.cache)], dropped }
    : { blocks, dropped: [...dropped, 'cache'] }
}

/** Five minutes are what the supplier takes without a word. */
export const cachePoint = (cache: '5m' | '1h'): Fields => ({
  cachePoint: { type: 'default', ...(cache === '1h' && { ttl: cache }) },
})

/** Only Gemini signs texts, pictures and calls. */
const marked = (encoded: EncodedBlocks, signature: string | undefined): EncodedBlocks =>
  signature === undefined ? encoded : { ...encoded, dropped: [...encoded.dropped, 'signature'] }

/** The supplier refuses blocks without words. */
const encodeText = (text: string): EncodedBlocks => (text.trim() === '' ? without() : one({ text }))

/** A model takes back only what it signed. */
function encodeReasoning({ text, signature, redacted }: ReasoningPart): EncodedBlocks {
  const own = ownSignature(signature, 'bedrock-converse')
  if (own === null) return text === '' && signature === null ? without() : without('signature')
  const said =
    redacted === true ? { redactedContent: own } : { reasoningText: { text, signature: own } }
  return one({ reasoningContent: said })
}

const pictures: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

function encodeImage(source: Source): EncodedBlocks {
  const format = source.kind === 'data' ? entryOf(pictures, source.mediaType) : undefined
  if (source.kind !== 'data' || format === undefined) return without('image')
  return one({ image: { format, source: { bytes: source.base64 } } })
}

const documents: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/html': 'html',
  'text/markdown': 'md',
}

const documentFormat = (mediaType: string): string | null =>
  entryOf(documents, mediaType) ??
  (/^(text\/|application\/(json|xml))/.test(mediaType) ? 'txt' : null)

function encodeFile(file: Extract<Part, { kind: 'file' }>, writing: EncodingState): EncodedBlocks {
  const format = file.source.kind === 'data' ? documentFormat(file.source.mediaType) : null
  if (file.source.kind !== 'data' || format === null) return without('file')
  writing.documents += 1
  const name = documentName(file.name ?? '', writing.documents)
  return one({ document: { format, name, source: { bytes: file.source.base64 } } })
}

/** Letters, digits, blanks, hyphens and brackets are taken, and no name twice. */
function documentName(name: string, number: number): string {
  const plain = name
    .replace(/[^a-zA-Z0-9\s\-()[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `${plain.slice(0, 180).trim() || 'document'} ${number}`
}

const encodeCall = (call: ToolCall): EncodedBlocks =>
  one({
    toolUse: {
      toolUseId: toolIdOf(call.id),
      name: toolNameOf(call.name),
      input: argumentsOf(call.arguments) ?? {},
    },
  })

function encodeResult(result: ToolResult, writing: EncodingState): EncodedBlocks {
  const inside = result.parts.map((part) => encodePart(part, 'result', writing))
  const content = inside.flatMap(({ blocks }) => blocks)
  const block = withoutNulls({
    toolUseId: toolIdOf(result.id),
    content: content.length === 0 ? [silence] : content,
    status: result.isError === true && writing.caches ? 'error' : null,
  })
  return { blocks: [{ toolResult: block }], dropped: inside.flatMap(({ dropped }) => dropped) }
}

/** Stands where words must. */
export const silence: Fields = { text: '…' }
