import { dialects } from '../dialects.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../bytes/fields.ts'
import { randomFrom, seedOf, tokensOf } from './content.ts'
import { failureScript, withFault } from './faults.ts'
import { ordersOf } from './orders.ts'
import { refusal } from './refusal.ts'
import { jsonScript, type SandboxRequest, type Script } from './script.ts'

const usualDimensions = 8
const dimensionsMax = 4_096

/** OpenAI's embeddings. */
export function embeddings(body: Fields, request: SandboxRequest): Script {
  const dialect = dialects['openai-chat']
  const inputs = inputsOf(body['input'])
  if (inputs === null) {
    return refusal(dialect, 400, 'input: a text, or a list of texts or of tokens is expected')
  }
  const orders = ordersOf(inputs.at(-1) ?? '', request.settings)
  const failed = failureScript(dialect, orders)
  if (failed !== null) return failed
  const total = inputs.reduce((sum, text) => sum + tokensOf(text), 0)
  const inBase64 = body['encoding_format'] === 'base64'
  const answer = {
    object: 'list',
    model: body['model'],
    data: inputs.map((text, index) => {
      const vector = vectorOf(text, body['dimensions'])
      return { object: 'embedding', index, embedding: inBase64 ? base64Of(vector) : vector }
    }),
    ...(orders.fault === 'no-usage'
      ? {}
      : { usage: { prompt_tokens: total, total_tokens: total } }),
  }
  return withFault(jsonScript(200, answer), orders, dialect)
}

/** One text an input; null: it is none. A list of numbers is one input, given as tokens. */
function inputsOf(input: unknown): string[] | null {
  if (typeof input === 'string') return [input]
  const given = listOf(input)
  if (given.length === 0) return null
  if (isTokens(given)) return [given.join(' ')]
  const isRight = given.every((each) => typeof each === 'string' || isTokens(each))
  return isRight ? given.map(String) : null
}

const isTokens = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'number')

/** Gemini's `embedContent` and, with `requests`, its `batchEmbedContents`. */
export function geminiEmbeddings(body: Fields, request: SandboxRequest): Script {
  const { requests } = body
  const asked = Array.isArray(requests) ? requests.map((one) => fieldsOf(one) ?? {}) : [body]
  const dialect = dialects.gemini
  const texts = asked.map(textIn)
  if (texts.length === 0 || texts.includes('')) {
    return refusal(dialect, 400, 'content: parts with text are expected')
  }
  const orders = ordersOf(texts.at(-1) ?? '', request.settings)
  const failed = failureScript(dialect, orders)
  if (failed !== null) return failed
  const found = asked.map((one, index) => ({
    values: vectorOf(texts[index] ?? '', one['outputDimensionality']),
  }))
  const answer = {
    ...(Array.isArray(requests) ? { embeddings: found } : { embedding: found[0] }),
    ...(orders.fault === 'no-usage'
      ? {}
      : {
          usageMetadata: {
            promptTokenCount: texts.reduce((sum, text) => sum + tokensOf(text), 0),
          },
        }),
  }
  return withFault(jsonScript(200, answer), orders, dialect)
}

function textIn(request: Fields): string {
  const parts = listOf(fieldsOf(request['content'])?.['parts'])
  return parts.map((part) => textOf(fieldsOf(part)?.['text']) ?? '').join('\n')
}

/** A unit vector that depends on the text alone. */
function vectorOf(text: string, asked: unknown): number[] {
  const dimensions =
    typeof asked === 'number' && asked > 0 ? Math.min(asked, dimensionsMax) : usualDimensions
  const random = randomFrom(seedOf(text))
  const raw = Array.from({ length: dimensions }, () => random() * 2 - 1)
  const length = Math.hypot(...raw)
  return raw.map((value) => Number((value / length).toFixed(6)))
}

/** Little-endian 32-bit floats, as OpenAI's clients ask for them. */
function base64Of(vector: readonly number[]): string {
  const bytes = new Uint8Array(Float32Array.from(vector).buffer)
  return btoa(String.fromCodePoint(...bytes))
}
