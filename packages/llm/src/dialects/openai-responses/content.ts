import { sourceOf, urlOf } from '../../canonical/data-url.ts'
import { type Fields, fieldsOf, listOf, textOf, withoutNulls } from '../../bytes/fields.ts'
import type { Part, Source } from '../../canonical/request.ts'

/* What stands in the `content` of a message and in the `output` of a function call. */

/** Parts, and the places in the list that hold nothing that we know. */
export type DecodedContent = { readonly parts: readonly Part[]; readonly lost: readonly number[] }

export function decodeContent(content: unknown): DecodedContent {
  if (typeof content === 'string') {
    return { parts: content === '' ? [] : [{ kind: 'text', text: content }], lost: [] }
  }
  const read = listOf(content).map((value) => decodePart(fieldsOf(value) ?? {}))
  return {
    parts: read.filter((part) => part !== null),
    lost: read.flatMap((part, index) => (part === null ? [index] : [])),
  }
}

function decodePart(part: Fields): Part | null {
  switch (part['type']) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return { kind: 'text', text: textOf(part['text']) ?? '', ...markOf(part) }
    case 'refusal':
      return { kind: 'refusal', text: textOf(part['refusal']) ?? '' }
    case 'input_image':
      return decodeImage(part)
    case 'input_file':
      return decodeFile(part)
    case 'input_audio':
      return decodeAudio(fieldsOf(part['input_audio']) ?? {})
    default:
      return null
  }
}

/** `prompt_cache_breakpoint`: half an hour, or half a day. */
function markOf(part: Fields): { readonly cache?: '5m' | '1h' } {
  const mark = fieldsOf(part['prompt_cache_breakpoint'])
  if (mark === null) return {}
  return { cache: mark['ttl'] === '12h' ? '1h' : '5m' }
}

function decodeImage(part: Fields): Part | null {
  const id = textOf(part['file_id'])
  const url = textOf(part['image_url'])
  if (id === null && url === null) return null
  const source: Source = id === null ? sourceOf(url ?? '') : { kind: 'id', id }
  return { kind: 'image', source, detail: textOf(part['detail']), ...markOf(part) }
}

function decodeFile(part: Fields): Part | null {
  const source = fileSource(part)
  if (source === null) return null
  return { kind: 'file', source, name: textOf(part['filename']), ...markOf(part) }
}

function fileSource(part: Fields): Source | null {
  const id = textOf(part['file_id'])
  if (id !== null) return { kind: 'id', id }
  const url = textOf(part['file_url'])
  if (url !== null) return { kind: 'url', url }
  const data = textOf(part['file_data'])
  if (data === null) return null
  // Bare base64 is accepted as well; a file without a type is a PDF, the first kind there was.
  return data.startsWith('data:')
    ? sourceOf(data)
    : { kind: 'data', mediaType: 'application/pdf', base64: data }
}

function decodeAudio(audio: Fields): Part | null {
  const base64 = textOf(audio['data'])
  if (base64 === null) return null
  const format = textOf(audio['format']) ?? 'wav'
  return { kind: 'audio', format, source: { kind: 'data', mediaType: `audio/${format}`, base64 } }
}

/** A part of what the model is told, by a person or a tool. Null: there is no word for it there. */
export function encodeInputPart(part: Part): Fields | null {
  switch (part.kind) {
    case 'text':
      return { type: 'input_text', text: part.text, ...encodeMark(part) }
    case 'refusal':
      return { type: 'input_text', text: part.text }
    case 'image':
      return { ...encodeImage(part), ...encodeMark(part) }
    case 'file':
      return { ...encodeFile(part), ...encodeMark(part) }
    case 'audio':
      return encodeAudio(part)
    case 'reasoning':
    case 'tool-call':
    case 'tool-result':
      return null
  }
}

/** A part of what the model said: texts and refusals alone. */
export function encodeAnswerPart(part: Part): Fields | null {
  if (part.kind === 'text') return { type: 'output_text', text: part.text }
  return part.kind === 'refusal' ? { type: 'refusal', refusal: part.text } : null
}

const encodeMark = ({ cache }: { readonly cache?: '5m' | '1h' }): Fields =>
  cache === undefined
    ? {}
    : {
        prompt_cache_breakpoint: { mode: 'explicit', ...(cache === '1h' ? { ttl: '12h' } : {}) },
      }

const encodeImage = ({ source, detail }: Extract<Part, { kind: 'image' }>): Fields =>
  withoutNulls({
    type: 'input_image',
    [source.kind === 'id' ? 'file_id' : 'image_url']: urlOf(source),
    detail,
  })

const fileField = { id: 'file_id', url: 'file_url', data: 'file_data' } as const

const encodeFile = ({ source, name }: Extract<Part, { kind: 'file' }>): Fields =>
  withoutNulls({ type: 'input_file', [fileField[source.kind]]: urlOf(source), filename: name })

const encodeAudio = ({ source, format }: Extract<Part, { kind: 'audio' }>): Fields | null =>
  source.kind === 'data'
    ? { type: 'input_audio', input_audio: { data: source.base64, format } }
    : null
