import {
  type Fields,
  fieldsOf,
  listOf,
  numberOf,
  textOf,
  withoutNulls,
} from '../../parts/fields.ts'
import type { Decoded } from '../dialect-shape.ts'
import { camelled, without } from './spelling.ts'
import { wrong } from '../wrong.ts'

/*
 * Embeddings of Gemini (https://ai.google.dev/api/embeddings) and of OpenAI
 * (https://platform.openai.com/docs/api-reference/embeddings), each as the other's.
 */

/** A body in the other vendor's words, and the places of what it could not carry. */
export type Embedding = { readonly body: Fields; readonly lost: readonly string[] }

/** `embedContent`: one content, one vector. The model is in the address. */
export function fromEmbedContent(value: unknown, model: string): Decoded<Embedding> {
  const read = readContent(value, '')
  if (!read.ok) return read
  const { text, dimensions, lost } = read.value
  return {
    ok: true,
    value: { body: withoutNulls({ model, input: [text], dimensions }), lost },
  }
}

/** `batchEmbedContents`: as many as there are requests. OpenAI's have their length in common. */
export function fromBatchEmbedContents(value: unknown, model: string): Decoded<Embedding> {
  const requests = camelled(value)?.['requests']
  if (!Array.isArray(requests) || requests.length === 0) {
    return wrong('requests', 'a list of requests is expected')
  }
  const read: Content[] = []
  for (const [index, request] of requests.entries()) {
    const one = readContent(request, `requests.${index}.`)
    if (!one.ok) return one
    read.push(one.value)
  }
  const [dimensions = null, ...others] = new Set(read.map((one) => one.dimensions))
  if (others.length > 0) {
    return wrong('requests', 'one outputDimensionality is expected for all of them')
  }
  const input = read.map(({ text }) => text)
  return {
    ok: true,
    value: {
      body: withoutNulls({ model, input, dimensions }),
      lost: read.flatMap(({ lost }) => lost),
    },
  }
}

type Content = {
  readonly text: string
  readonly dimensions: number | null
  readonly lost: readonly string[]
}

/** The vendor embeds the texts of a content together. Options beside it are the older form of `embedContentConfig`. */
function readContent(value: unknown, place: string): Decoded<Content> {
  const request = camelled(value)
  const content = camelled(request?.['content'])
  if (request === null || content === null) {
    return wrong(`${place}content`, 'a content with parts is expected')
  }
  const parts = listOf(content['parts']).map((part) => textOf(camelled(part)?.['text']))
  const other = parts.indexOf(null)
  if (other !== -1 || parts.length === 0) {
    return wrong(`${place}content.parts.${Math.max(0, other)}`, 'a part with text is expected')
  }
  const config = camelled(request['embedContentConfig']) ?? {}
  const options = { ...without(request, ['model', 'content', 'embedContentConfig']), ...config }
  return {
    ok: true,
    value: {
      text: parts.join('\n'),
      dimensions: numberOf(options['outputDimensionality']),
      lost: Object.keys(without(options, ['outputDimensionality']) ?? {}).map(
        (name) => `${place}${name}`,
      ),
    },
  }
}

/** OpenAI's request as `batchEmbedContents`. Tokens instead of text mean nothing to another vendor. */
export function toBatchEmbedContents(value: unknown, model: string): Decoded<Embedding> {
  const fields = fieldsOf(value)
  const given = fields?.['input']
  const input = typeof given === 'string' ? [given] : listOf(given)
  if (fields === null || input.length === 0) return wrong('input', 'a text or a list is expected')
  const other = input.findIndex((text) => typeof text !== 'string')
  if (other !== -1) return wrong(`input.${other}`, 'a text is expected: this model takes no tokens')
  const requests = input.map((text) =>
    withoutNulls({
      model: `models/${model}`,
      content: { parts: [{ text }] },
      outputDimensionality: numberOf(fields['dimensions']),
    }),
  )
  const lost = without(fields, ['model', 'input', 'dimensions', 'encoding_format'])
  return { ok: true, value: { body: { requests }, lost: Object.keys(lost ?? {}) } }
}

/** OpenAI's answer out of Gemini's. Its SDK asks for `base64`: 32-bit floats, little-endian. */
export function toOpenAiEmbeddings(
  value: unknown,
  { model, format }: { readonly model: string; readonly format: 'float' | 'base64' },
): Fields | null {
  const answer = camelled(value)
  const found =
    answer?.['embeddings'] ?? (answer?.['embedding'] === undefined ? null : [answer['embedding']])
  if (!Array.isArray(found)) return null
  const prompt = numberOf(camelled(answer?.['usageMetadata'])?.['promptTokenCount'])
  return withoutNulls({
    object: 'list',
    data: found.map((embedding, index) => {
      const values = numbersIn(camelled(embedding)?.['values'])
      return {
        object: 'embedding',
        index,
        embedding: format === 'base64' ? packed(values) : values,
      }
    }),
    model,
    usage: prompt === null ? null : { prompt_tokens: prompt, total_tokens: prompt },
  })
}

/** Gemini's answer out of OpenAI's; null: it is none. */
export function toGeminiEmbeddings(value: unknown, kind: 'one' | 'batch'): Fields | null {
  const answer = fieldsOf(value)
  const data = answer?.['data']
  if (!Array.isArray(data)) return null
  const embeddings = data
    .map((entry) => fieldsOf(entry) ?? {})
    .toSorted((a, b) => (numberOf(a['index']) ?? 0) - (numberOf(b['index']) ?? 0))
    .map(({ embedding }) => ({
      values: typeof embedding === 'string' ? unpacked(embedding) : numbersIn(embedding),
    }))
  const prompt = numberOf(fieldsOf(answer?.['usage'])?.['prompt_tokens'])
  return withoutNulls({
    ...(kind === 'one' ? { embedding: embeddings[0] ?? { values: [] } } : { embeddings }),
    usageMetadata: prompt === null ? null : { promptTokenCount: prompt },
  })
}

const numbersIn = (value: unknown): number[] =>
  listOf(value).filter((number) => typeof number === 'number')

function packed(values: readonly number[]): string {
  const bytes = Buffer.alloc(values.length * floatBytes)
  for (const [index, value] of values.entries()) bytes.writeFloatLE(value, index * floatBytes)
  return bytes.toString('base64')
}

function unpacked(base64: string): number[] {
  const bytes = Buffer.from(base64, 'base64')
  return Array.from({ length: Math.floor(bytes.length / floatBytes) }, (_, index) =>
    bytes.readFloatLE(index * floatBytes),
  )
}

const floatBytes = 4
