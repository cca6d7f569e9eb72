import type { Message, Part, Source, ToolResult } from '../../canonical/request.ts'
import type { WrongReason } from '../../canonical/invalid-reason.ts'
import { type Fields, fieldsOf, listedOf, textOf } from '../../bytes/fields.ts'
import { openCalls } from './open-calls.ts'
import { type ThoughtSignature, readThoughtSignature } from './signatures.ts'
import { camelled, without } from './spelling.ts'

/** `contents` as messages, and the places of what messages cannot hold; or the place that is wrong. */
export type DecodedContents =
  | { readonly messages: readonly Message[]; readonly lost: readonly string[] }
  | { readonly wrong: string; readonly reason: WrongReason }

export function decodeContents(contents: readonly unknown[]): DecodedContents {
  const calls = callBook(contents)
  const messages: Message[] = []
  const lost: string[] = []
  for (const [index, value] of contents.entries()) {
    const content = camelled(value)
    const place = `contents.${index}`
    if (content === null) return { wrong: place, reason: 'a content with parts is expected' }
    const role = textOf(content['role']) ?? 'user'
    if (!isRole(role)) return { wrong: `${place}.role`, reason: 'user or model is expected' }
    const read = decodeParts(content['parts'], place, calls)
    for (const each of read.lost) lost.push(each)
    messages.push({ role: roleOf(role, read.parts), name: null, parts: read.parts })
  }
  return { messages, lost }
}

const isRole = (role: string): boolean => ['user', 'model', 'function'].includes(role)

function roleOf(role: string, parts: readonly Part[]): Message['role'] {
  if (role === 'model') return 'assistant'
  const isAnswer = parts.length > 0 && parts.every(({ kind }) => kind === 'tool-result')
  return isAnswer ? 'tool' : 'user'
}

/** A text where a content is expected is one part. */
export function decodeInstruction(value: unknown): ReturnType<typeof decodeParts> {
  const text = textOf(value)
  if (text !== null) return { parts: [{ kind: 'text', text }], lost: [] }
  return decodeParts(camelled(value)?.['parts'], 'systemInstruction', callBook([]))
}

function decodeParts(
  value: unknown,
  place: string,
  calls: CallBook,
): { parts: readonly Part[]; lost: readonly string[] } {
  const lost: string[] = []
  // Some clients leave the list out around a single part.
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const parts = values.flatMap((part, index) => {
    const at = `${place}.parts.${index}`
    const fields = camelled(part)
    const decoded = fields === null ? null : decodePart(fields, at, calls)
    if (fields === null || decoded === null) {
      lost.push(at)
      return []
    }
    for (const name of Object.keys(without(fields, known) ?? {})) lost.push(`${at}.${name}`)
    return [decoded]
  })
  return { parts, lost }
}

const known = [
  'text',
  'thought',
  'thoughtSignature',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
]

/** Null: a kind of part that a message of ours cannot hold. */
function decodePart(part: Fields, place: string, calls: CallBook): Part | null {
  const signed = readThoughtSignature(part['thoughtSignature'])
  const signature = signed === null ? {} : { signature: signed.signature }
  const call = camelled(part['functionCall'])
  if (call !== null) return { ...calls.call(call, place), ...signature }
  const response = camelled(part['functionResponse'])
  if (response !== null) return decodeResult(response, calls.answered(response, place))
  const media = mediaOf(part)
  if (media !== null) return media.kind === 'image' ? { ...media, ...signature } : media
  const text = textOf(part['text'])
  if (text === null && signed === null) return null
  return part['thought'] === true
    ? reasoningOf(text ?? '', signed)
    : { kind: 'text', text: text ?? '', ...signature }
}

const reasoningOf = (text: string, signed: ThoughtSignature | null): Part => ({
  kind: 'reasoning',
  text,
  signature: signed?.signature ?? null,
  ...(signed?.redacted === true ? { redacted: true } : {}),
})

/** `inlineData` and `fileData`, by their media type. What is neither picture nor sound is a file. */
export function mediaOf(part: Fields): Extract<Part, { source: Source }> | null {
  const inline = camelled(part['inlineData'])
  const file = camelled(part['fileData'])
  const held = inline ?? file
  if (held === null) return null
  const mediaType = textOf(held['mimeType'])
  const source: Source =
    inline === null
      ? {
          kind: 'url',
          url: textOf(held['fileUri']) ?? '',
          ...(mediaType === null ? {} : { mediaType }),
        }
      : { kind: 'data', mediaType: mediaType ?? '', base64: textOf(held['data']) ?? '' }
  if (mediaType?.startsWith('image/')) return { kind: 'image', source, detail: null }
  if (mediaType?.startsWith('audio/')) return { kind: 'audio', source, format: formatOf(mediaType) }
  return { kind: 'file', source, name: textOf(held['displayName']) }
}

/** `audio/mpeg` is what others call mp3. */
function formatOf(mediaType: string): string {
  const format = mediaType.slice('audio/'.length).split(';')[0]?.replace(/^x-/, '') ?? ''
  return format === 'mpeg' ? 'mp3' : format
}

/**
 * `response` is an object; its `output` or `result` is the answer when nothing else is in it, its
 * `error` what went wrong: https://ai.google.dev/api/caching#FunctionResponse.
 */
function decodeResult(response: Fields, id: string): ToolResult {
  const given = fieldsOf(response['response']) ?? {}
  const [only, ...others] = Object.entries(given)
  const [name, value] = others.length === 0 && only !== undefined ? only : ['', null]
  const isError = name === 'error'
  const bare = isError || name === 'output' || name === 'result' ? textOf(value) : null
  const text = bare ?? JSON.stringify(isError ? value : given)
  const drawings = listedOf(response['parts']).flatMap((part) => {
    const media = mediaOf(camelled(part) ?? {})
    return media === null ? [] : [media]
  })
  return {
    kind: 'tool-result',
    id,
    parts: [{ kind: 'text', text }, ...drawings],
    ...(isError ? { isError: true } : {}),
  }
}

/** The calls by their ids, while a conversation is read from its beginning. */
type CallBook = {
  readonly call: (call: Fields, place: string) => Extract<Part, { kind: 'tool-call' }>
  /** The id of the call that a result answers. */
  readonly answered: (response: Fields, place: string) => string
}

/**
 * Ids are optional in this dialect. A call without one gets one from its place, the same in every
 * turn that sends the conversation again; a result without one answers the oldest open call of its name.
 */
function callBook(contents: readonly unknown[]): CallBook {
  const given = new Set(contents.flatMap(idsIn))
  const open = openCalls()
  const derived = (place: string): string => {
    const id = `call_${place.replace(/\D+/g, '_').replace(/^_/, '')}`
    return given.has(id) ? `${id}_` : id
  }
  return {
    call: (call, place) => {
      const own = textOf(call['id'])
      const id = own ?? derived(place)
      const name = textOf(call['name']) ?? ''
      open.add({ id, name, isDerived: own === null })
      return {
        kind: 'tool-call',
        id,
        name,
        arguments: JSON.stringify(fieldsOf(call['args']) ?? {}),
      }
    },
    answered: (response, place) => {
      const id = textOf(response['id'])
      const name = textOf(response['name'])
      return open.take(id, name)?.id ?? id ?? derived(place)
    },
  }
}

const idsIn = (content: unknown): string[] =>
  listedOf(camelled(content)?.['parts']).flatMap((part) => {
    const id = textOf(camelled(camelled(part)?.['functionCall'])?.['id'])
    return id === null ? [] : [id]
  })
