import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { type Fields, parsedFields, textOf } from '@posthouse/llm/bytes/fields'
import {
  formFields,
  checkFiles,
  readUpload,
  removeUpload,
} from '../../../http/uploads/read-upload.ts'
import type { Spool, SpooledFile } from '../../../http/spool.ts'
import { readBytes } from '../../../http/read-bytes.ts'
import type { Exchange } from '../../exchange.ts'

/** A prompt and options. */
const bodyBytesMost = 256 * 1024
/** With a picture. */
const uploadBytesMost = 20 * 1024 * 1024
const promptCharactersMost = 32_000

export type VideoBody = {
  readonly fields: Fields
  /** The first frame, or empty. The caller deletes the files. */
  readonly files: readonly SpooledFile[]
}

/** A request for a video. Null values mean the supplier's defaults. */
export type VideoRequest = {
  readonly model: string
  readonly prompt: string
  readonly seconds: string | null
  readonly size: string | null
}

/** Refuses 400, 408, 413 and 415. */
export async function readVideo({ incoming, memory }: Exchange, spool: Spool): Promise<VideoBody> {
  const { request } = incoming
  const type = request.headers['content-type'] ?? 'application/json'
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Refusal('request.media-type', {})
  }
  if (/^multipart\/form-data\b/i.test(type)) return await readForm(request, spool)
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new Refusal('request.media-type', {})
  }
  const fields = parsedFields((await readBytes(request, bodyBytesMost, memory)).toString('utf8'))
  if (fields === null) {
    const reason = phrase('an object is expected')
    throw new Refusal('request.bad-json', { reason })
  }
  if (fields['input_reference'] != null) throw noFile()
  return { fields, files: [] }
}

/** OpenAI's clients send a form even without a file. */
async function readForm(
  request: Exchange['incoming']['request'],
  spool: Spool,
): Promise<VideoBody> {
  const upload = await readUpload(request, uploadBytesMost, spool)
  try {
    checkFiles('video', upload.files)
    const fields = formFields(upload)
    const { files } = upload
    const other = files.find(({ field }) => field !== 'input_reference')
    if (other !== undefined || files.length > 1) {
      const reason = phrase('one picture at most is expected')
      throw new Refusal('model.field', { field: other?.field ?? 'input_reference', reason })
    }
    if (files.length === 0 && fields['input_reference'] !== undefined) throw noFile()
    return { fields, files }
  } catch (error) {
    await removeUpload(upload.files, spool)
    throw error
  }
}

function noFile(): Refusal {
  const reason = phrase('a file in a form is expected')
  return new Refusal('model.field', { field: 'input_reference', reason })
}

export function videoIn(fields: Fields): VideoRequest {
  const model = textOf(fields['model'])
  if (model === null || model === '') throw new Refusal('model.required', { field: 'model' })
  const seconds = wordOf(fields, 'seconds', { shape: /^[1-9]\d{0,2}$/, example: '8' })
  const size = wordOf(fields, 'size', { shape: /^[1-9]\d{1,4}x[1-9]\d{1,4}$/, example: '1280x720' })
  return { model, prompt: promptIn(fields), seconds, size }
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

type Word = { readonly shape: RegExp; readonly example: string }

/** Reads `4` or `1280x720`, as text or number. Null if absent. */
export function wordOf(fields: Fields, name: string, { shape, example }: Word): string | null {
  const value = fields[name] ?? null
  if (value === null) return null
  const text = typeof value === 'number' ? String(value) : textOf(value)
  if (text !== null && shape.test(text)) return text
  const reason = phrase('{example} is expected, for example', { example })
  throw new Refusal('model.field', { field: name, reason })
}
