import type {
  Message,
  ModelRequest,
  Part,
  Source,
  ToolCall,
  ToolResult,
} from '../../../canonical/request.ts'
import { type Fields, withoutNulls } from '../../../bytes/fields.ts'
import { argumentsOf } from '../../../canonical/calls/call-arguments.ts'
import type { RequestField } from '../../../canonical/dropped-fields.ts'
import { ownSignature } from '../../../canonical/reasoning/signature.ts'
import { unsignedCall } from '../signatures.ts'
import { takesLevels } from '../thinking.ts'

/** `systemInstruction` and `contents`, and what of the messages they could not carry. */
export type EncodedContents = {
  readonly systemInstruction: Fields | null
  readonly contents: readonly Fields[]
  readonly dropped: readonly RequestField[]
}

type EncodedContent = { readonly role: 'user' | 'model'; readonly parts: readonly Fields[] }

/**
 * The vendor wants roles to alternate and the answers of functions to be the user's. Instructions
 * have one place, before everything: those that come later are said by the user, where they stood.
 */
export function encodeContents(request: ModelRequest): EncodedContents {
  const write = partWriter(request)
  const { messages } = request
  const first = messages.findIndex(({ role }) => !isInstruction(role))
  const begin = first === -1 ? messages.length : first
  const instructions = messages.slice(0, begin).flatMap(({ parts }) => parts.flatMap(write.parts))
  const merged = mergedContents(messages.slice(begin), write)
  const contents = request.dialect === 'gemini' ? merged : merged.map(answersFirst)
  // A request without contents is refused.
  const isAlone = contents.length === 0 && instructions.length > 0
  return {
    systemInstruction: instructions.length === 0 || isAlone ? null : { parts: instructions },
    contents: isAlone
      ? [{ role: 'user', parts: instructions }]
      : withSignatures(contents, request.model),
    dropped: droppedIn(request),
  }
}

const isInstruction = (role: Message['role']): boolean => role === 'system' || role === 'developer'

function mergedContents(messages: readonly Message[], write: PartWriter): EncodedContent[] {
  const contents: { readonly role: EncodedContent['role']; readonly parts: Fields[] }[] = []
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'model' : 'user'
    const parts = message.parts.flatMap(write.parts)
    if (parts.length === 0) continue
    const last = contents.at(-1)
    if (last?.role === role) for (const part of parts) last.parts.push(part)
    else contents.push({ role, parts })
  }
  return contents
}

/** The answers of functions follow their calls at once, whatever else was said in between. */
const answersFirst = ({ role, parts }: EncodedContent): EncodedContent => ({
  role,
  parts: [...parts.filter(isAnswer), ...parts.filter((part) => !isAnswer(part))],
})

const isAnswer = (part: Fields): boolean => 'functionResponse' in part

function withSignatures(
  contents: readonly EncodedContent[],
  model: string,
): readonly EncodedContent[] {
  if (!takesLevels(model)) return contents
  const called = withSignedTurn(contents)
  return model.includes('-image') ? called.map(withSignedDrawing) : called
}

/**
 * Models that draw refuse any part of theirs that is not signed, in all turns:
 * https://ai.google.dev/gemini-api/docs/gemini-3#thought_signatures
 */
const withSignedDrawing = (content: EncodedContent): EncodedContent =>
  content.role === 'user'
    ? content
    : {
        ...content,
        parts: content.parts.map((part) =>
          'thoughtSignature' in part || part['thought'] === true
            ? part
            : { ...part, thoughtSignature: unsignedCall },
        ),
      }

/** Gemini 3 refuses a step of the current turn whose first call is not signed. */
function withSignedTurn(contents: readonly EncodedContent[]): EncodedContent[] {
  const turn = contents.findLastIndex(({ role, parts }) => role === 'user' && !parts.some(isAnswer))
  return contents.map((content, index) => (index > turn ? withSignedCall(content) : content))
}

function withSignedCall(content: EncodedContent): EncodedContent {
  const at = content.parts.findIndex((part) => 'functionCall' in part)
  const call = content.parts[at]
  if (call === undefined || 'thoughtSignature' in call) return content
  return { ...content, parts: content.parts.with(at, { ...call, thoughtSignature: unsignedCall }) }
}

type PartWriter = { readonly parts: (part: Part) => Fields[] }

/** Knows the names of the calls that results answer, in the order of the conversation. */
function partWriter(request: ModelRequest): PartWriter {
  const names = new Map<string, string>()
  const isOwn = request.dialect === 'gemini'
  // Earlier models take no pictures inside of a function's answer.
  const drawsInside = isOwn || takesLevels(request.model)
  const parts = (part: Part): Fields[] => {
    switch (part.kind) {
      case 'text':
        return textOf(part)
      case 'refusal':
        return [{ text: part.text }]
      case 'reasoning':
        return reasoningOf(part)
      case 'tool-call':
        names.set(part.id, part.name)
        return [encodeCall(part)]
      case 'tool-result':
        return encodeResult(part, names.get(part.id) ?? unknownFunction, drawsInside)
      case 'image':
        return [signed(mediaPart(part.source), part)]
      case 'audio':
        return [mediaPart(part.source)]
      case 'file':
        return [mediaPart(part.source, isOwn ? part.name : null)]
    }
  }
  return { parts }
}

/** A result whose call is not in the conversation. The vendor insists on a name. */
const unknownFunction = 'unknown_function'

const textOf = (part: Extract<Part, { kind: 'text' }>): Fields[] =>
  part.text === '' && part.signature === undefined ? [] : [signed({ text: part.text }, part)]

const signed = (part: Fields, { signature }: { readonly signature?: string | null }): Fields =>
  withoutNulls({ ...part, thoughtSignature: ownSignature(signature ?? null, 'gemini') })

function reasoningOf(part: Extract<Part, { kind: 'reasoning' }>): Fields[] {
  const written = signed({ text: part.text, thought: true }, part)
  return part.text === '' && !('thoughtSignature' in written) ? [] : [written]
}

const encodeCall = (call: ToolCall): Fields =>
  signed(
    {
      functionCall: {
        ...(call.id === '' ? {} : { id: call.id }),
        name: call.name,
        args: argumentsOf(call.arguments) ?? {},
      },
    },
    call,
  )

function encodeResult(result: ToolResult, name: string, drawsInside: boolean): Fields[] {
  const text = result.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')
  const drawings = result.parts.flatMap((part) =>
    'source' in part ? [mediaPart(part.source)] : [],
  )
  const response =
    result.isError === true ? { error: text } : (argumentsOf(text) ?? { result: text })
  const answer = {
    functionResponse: withoutNulls({
      id: result.id === '' ? null : result.id,
      name,
      response,
      parts: drawsInside && drawings.length > 0 ? drawings : null,
    }),
  }
  if (drawsInside || drawings.length === 0) return [answer]
  return [answer, { text: `Output of ${name}:` }, ...drawings]
}

function mediaPart(source: Source, name: string | null = null): Fields {
  if (source.kind === 'data') {
    const { mediaType: mimeType, base64: data } = source
    return { inlineData: withoutNulls({ mimeType, data, displayName: name }) }
  }
  if (source.kind === 'id') return { fileData: { fileUri: source.id } }
  return {
    fileData: withoutNulls({ mimeType: source.mediaType, fileUri: source.url, displayName: name }),
  }
}

/** Parts of messages that have no place here. */
function droppedIn(request: ModelRequest): RequestField[] {
  const parts = request.messages.flatMap(({ parts: own }) => own)
  const isForeign = (part: Part): boolean =>
    'signature' in part &&
    typeof part.signature === 'string' &&
    ownSignature(part.signature, 'gemini') === null
  const found: readonly (readonly [RequestField, boolean])[] = [
    ['cache', [...parts, ...request.tools].some((part) => 'cache' in part)],
    ['signature', parts.some(isForeign)],
    ['name', request.messages.some(({ name }) => name !== null)],
  ]
  return found.flatMap(([field, isLost]) => (isLost ? [field] : []))
}
