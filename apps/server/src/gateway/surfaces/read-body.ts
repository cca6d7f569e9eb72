import { type Fields, fieldsOf } from '@posthouse/llm/parts/fields'
import { depthOf } from '../../upstream/body-edit.ts'
import { sessionSeed } from './session-seed.ts'
import type { BodyFacts, BodyKind, BodyReading, BodyRefusal } from './body-facts.ts'

const depthMax = 128
/** Text kept for counting. The rest is estimated: counting it would take longer than it is worth. */
const textCharactersMax = 256 * 1024
const answersMax = 128
const outputLimitMax = 10_000_000

/** Reads from a body what routing and price need. Everything else in it is the supplier's to judge. */
export function readBody(kind: BodyKind, body: Buffer): BodyReading {
  if (depthOf(body) > depthMax) return badJson(`nested deeper than ${depthMax}`)
  const parsed = parse(body)
  if ('refusal' in parsed) return { ok: false, refusal: parsed.refusal }
  const { fields } = parsed
  const refusal = checkFields(kind, fields)
  return refusal === null ? { ok: true, facts: factsOf(kind, fields) } : { ok: false, refusal }
}

function parse(body: Buffer): { fields: Fields } | { refusal: BodyRefusal } {
  try {
    const fields = fieldsOf(JSON.parse(body.toString('utf8')))
    return fields === null ? badJson('an object is expected') : { fields }
  } catch (error) {
    // The parser's message quotes the body: only where it stopped is told.
    const place = /position \d+/.exec(error instanceof Error ? error.message : '')
    return badJson(
      place === null ? 'it ends too early or is malformed' : `malformed at ${place[0]}`,
    )
  }
}

const badJson = (reason: string): { ok: false; refusal: BodyRefusal } => ({
  ok: false,
  refusal: { code: 'request.bad-json', params: { reason } },
})

/** The field that carries the input, by kind. */
const inputField: Record<BodyKind, string> = {
  'openai-chat': 'messages',
  'openai-completions': 'prompt',
  'openai-embeddings': 'input',
}

function checkFields(kind: BodyKind, fields: Fields): BodyRefusal | null {
  return checkModel(fields['model']) ?? checkInput(kind, fields) ?? checkOptions(fields)
}

function checkModel(model: unknown): BodyRefusal | null {
  if (isAbsent(model) || model === '') return required('model')
  if (typeof model !== 'string') return invalid('model', 'a text is expected')
  return model.length > 256 ? invalid('model', 'longer than 256 characters') : null
}

function checkInput(kind: BodyKind, fields: Fields): BodyRefusal | null {
  const input = fields[inputField[kind]]
  if (isAbsent(input)) return required(inputField[kind])
  return kind === 'openai-chat' && !hasEntries(input)
    ? invalid('messages', 'a list with at least one message is expected')
    : null
}

function checkOptions(fields: Fields): BodyRefusal | null {
  const { stream } = fields
  if (!isAbsent(stream) && typeof stream !== 'boolean') {
    return invalid('stream', 'true or false is expected')
  }
  const bad = Object.entries(bounds).find(
    ([name, [from, to]]) => !isAbsent(fields[name]) && !isWhole(fields[name], from, to),
  )
  if (bad === undefined) return null
  const [name, [from, to]] = bad
  return invalid(name, `a whole number from ${from} to ${to} is expected`)
}

/** Fields that multiply what a request costs. */
const bounds: Readonly<Record<string, readonly [number, number]>> = {
  n: [1, answersMax],
  best_of: [1, answersMax],
  max_tokens: [0, outputLimitMax],
  max_completion_tokens: [0, outputLimitMax],
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null

const isWhole = (value: unknown, from: number, to: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to

const required = (field: string): BodyRefusal => ({ code: 'model.required', params: { field } })
const invalid = (field: string, reason: string): BodyRefusal => ({
  code: 'model.field',
  params: { field, reason },
})

function factsOf(kind: BodyKind, fields: Fields): BodyFacts {
  const input = collect(kind, fields)
  const isEmbedding = kind === 'openai-embeddings'
  const streamOptions = fieldsOf(fields['stream_options'])
  const limit = wholeOf(fields['max_completion_tokens']) ?? wholeOf(fields['max_tokens'])
  return {
    model: String(fields['model']),
    stream: fields['stream'] === true && !isEmbedding,
    usageAsked: streamOptions?.['include_usage'] === true,
    streamOptions,
    outputLimit: isEmbedding ? 0 : limit,
    outputLimitField: isEmbedding ? null : limitField(kind, fields),
    answers: Math.max(wholeOf(fields['n']) ?? 1, wholeOf(fields['best_of']) ?? 1),
    sessionSeed: sessionSeed(fields),
    hasTools: hasEntries(fields['tools']) || hasEntries(fields['functions']),
    ...input,
  }
}

const wholeOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const hasEntries = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** The field that the client used; for a limit of ours, the one that every supplier knows. */
const limitField = (kind: BodyKind, fields: Fields): BodyFacts['outputLimitField'] =>
  kind === 'openai-chat' && wholeOf(fields['max_completion_tokens']) !== null
    ? 'max_completion_tokens'
    : 'max_tokens'

type Collected = Pick<BodyFacts, 'texts' | 'restBytes' | 'extraTokens' | 'images'>

/** Tokens that every message costs beside its text (OpenAI's cookbook on counting). */
const messageTokens = 4

function collect(kind: BodyKind, fields: Fields): Collected {
  const gathering: Gathering = { texts: [], characters: 0, restBytes: 0, images: 0, tokens: 0 }
  const input = fields[inputField[kind]]
  if (kind === 'openai-chat') {
    gather(input, gathering)
    if (fields['tools'] !== undefined) addText(JSON.stringify(fields['tools']), gathering)
    if (fields['functions'] !== undefined) addText(JSON.stringify(fields['functions']), gathering)
    if (fields['response_format'] !== undefined) gather(fields['response_format'], gathering)
    gathering.tokens += messageTokens * (Array.isArray(input) ? input.length : 0) + 3
  } else {
    gatherPrompt(input, gathering)
  }
  const { texts, restBytes, images, tokens } = gathering
  return { texts, restBytes, images, extraTokens: tokens }
}

type Gathering = {
  texts: string[]
  characters: number
  restBytes: number
  images: number
  tokens: number
}

/** A prompt may be text, a list of texts, or tokens already: those count as they are. */
function gatherPrompt(value: unknown, into: Gathering): void {
  if (typeof value === 'number') into.tokens += 1
  else if (Array.isArray(value)) for (const inner of value) gatherPrompt(inner, into)
  else gather(value, into)
}

/** Every text under a value. Pictures and files are not text, however long they are in base64. */
function gather(value: unknown, into: Gathering): void {
  if (typeof value === 'string') addText(value, into)
  else if (Array.isArray(value)) for (const inner of value) gather(inner, into)
  else if (typeof value === 'object' && value !== null) gatherFields(value, into)
}

function gatherFields(value: object, into: Gathering): void {
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'image_url') into.images += 1
    else if (name === 'input_audio' || name === 'file') {
      into.restBytes += Math.ceil(JSON.stringify(inner).length / 10)
    } else if (name !== 'type' && name !== 'role' && name !== 'id') gather(inner, into)
  }
}

function addText(text: string, into: Gathering): void {
  const room = textCharactersMax - into.characters
  if (text.length <= room) {
    into.texts.push(text)
    into.characters += text.length
    return
  }
  into.texts.push(text.slice(0, room))
  into.characters = textCharactersMax
  into.restBytes += Buffer.byteLength(text) - Buffer.byteLength(text.slice(0, room))
}
