import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { type Fields, listOf, parsedFields, textOf } from '@posthouse/llm/bytes/fields'
import { readBytes } from '../../http/read-bytes.ts'
import type { Exchange } from '../exchange.ts'

/** Prompts and options. */
export const wordsBytesMost = 256 * 1024
/** Pictures as base64. */
export const picturesBytesMost = 8 * 1024 * 1024
const charactersMost = 32_000

/** Reads the JSON object of a task request. Refuses 400, 413 and 415. */
export async function readFields(exchange: Exchange, bytesMost: number): Promise<Fields> {
  const { request } = exchange.incoming
  const type = request.headers['content-type'] ?? 'application/json'
  const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity'
  if (!isPlain || !/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new Refusal('request.media-type', {})
  }
  const fields = parsedFields(
    (await readBytes(request, bytesMost, exchange.memory)).toString('utf8'),
  )
  if (fields !== null) return fields
  throw new Refusal('request.bad-json', { reason: phrase('an object is expected') })
}

/** A text that is not too long; empty where there is none. */
export function wordIn(fields: Fields, field: string): string {
  const text = textOf(fields[field] ?? '')
  if (text === null) throw new Refusal('model.required', { field })
  if (text.length <= charactersMost) return text
  const reason = phrase('longer than {limit} characters', { limit: charactersMost })
  throw new Refusal('model.field', { field, reason })
}

export function neededWord(fields: Fields, field: string): string {
  const text = wordIn(fields, field)
  if (text.trim() === '') throw new Refusal('model.required', { field })
  return text
}

const idsMost = 100

/** Ids of tasks that are asked for together. */
export function idsIn(fields: Fields): readonly string[] {
  const ids = listOf(fields['ids'])
  if (ids.length > idsMost) {
    const reason = phrase('at most {limit} ids are expected', { limit: idsMost })
    throw new Refusal('model.field', { field: 'ids', reason })
  }
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}
