import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { type Fields, parsedFields, textOf } from '@posthouse/llm/parts/fields'
import { readBytes } from '../../http/read-bytes.ts'
import type { Exchange } from '../exchange.ts'

/** A prompt and some words: pictures come as files, which nobody takes here yet. */
const bodyBytesMost = 256 * 1024
const promptCharactersMost = 32_000

export type VideoRequest = { readonly model: string; readonly request: Fields }

/** The body of a request for a video. Refuses 400, 413 and 415. */
export async function readVideo(exchange: Exchange): Promise<Fields> {
  const { request } = exchange.incoming
  const type = request.headers['content-type'] ?? 'application/json'
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Refusal('request.media-type', {})
  }
  const isForm = /^multipart\/form-data\b/i.test(type)
  if (!isForm && !/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new Refusal('request.media-type', {})
  }
  const body = await readBytes(request, bodyBytesMost, exchange.memory)
  const fields = isForm ? await formFields(body, type) : parsedFields(body.toString('utf8'))
  if (fields === null) {
    const reason = phrase('an object is expected')
    throw new Refusal('request.bad-json', { reason })
  }
  const reference = fields['input_reference']
  if (reference !== undefined && reference !== null) {
    const reason = phrase('pictures are not accepted for videos yet')
    throw new Refusal('model.field', { field: 'input_reference', reason })
  }
  return fields
}

/** OpenAI's clients send a form, also without a file. */
async function formFields(body: Buffer, type: string): Promise<Fields | null> {
  try {
    const bytes = new Uint8Array(body)
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    return Object.fromEntries(form)
  } catch {
    return null
  }
}

/** What a new video is made of. */
export function videoIn(fields: Fields): VideoRequest {
  const model = textOf(fields['model'])
  if (model === null || model === '') throw new Refusal('model.required', { field: 'model' })
  // Said to the supplier, too: the price is of what was asked for.
  const seconds = wordOf(fields, 'seconds', { shape: /^[1-9]\d{0,2}$/, usual: '4' })
  const size = wordOf(fields, 'size', { shape: /^\d{2,5}x\d{2,5}$/, usual: '720x1280' })
  return { model, request: { prompt: promptIn(fields), seconds, size } }
}

export function promptIn(fields: Fields): string {
  const prompt = textOf(fields['prompt'])
  if (prompt === null || prompt.trim() === '') {
    throw new Refusal('model.required', { field: 'prompt' })
  }
  if (prompt.length > promptCharactersMost) {
    const reason = phrase('longer than {limit} characters', { limit: promptCharactersMost })
    throw new Refusal('model.field', { field: 'prompt', reason })
  }
  return prompt
}

type Word = { readonly shape: RegExp; readonly usual: string }

/** `4` and `1280x720`, as text or as a number. */
function wordOf(fields: Fields, name: string, { shape, usual }: Word): string {
  const value = fields[name] ?? usual
  const text = typeof value === 'number' ? String(value) : textOf(value)
  if (text !== null && shape.test(text)) return text
  const reason = phrase('{example} is expected, for example', { example: usual })
  throw new Refusal('model.field', { field: name, reason })
}
