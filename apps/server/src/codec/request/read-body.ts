import type { Attributes } from '@posthouse/llm/canonical/meter'
import { malformedAt } from '../../lib/parsed-body.ts'
import { phrase, type Phrase } from '@posthouse/contract/phrases'
import { type Fields, fieldsOf, listedOf, objectsIn, textOf } from '@posthouse/llm/bytes/fields'
import { checkExtent } from './body-extent.ts'
import { checkState, hasTurnBefore, stateAsked } from './state-asked.ts'
import type { BodyFacts, BodyReading, BodyRefusal } from './body-facts.ts'
import {
  type BodyShape,
  bodyShapes,
  type BodyKind,
  tierAskedIn,
} from '@posthouse/llm/surfaces/body-shapes'
import { collect } from './body-text.ts'
import { checkNames } from './field-names.ts'
import { compacts, hasUnknown, readsElsewhere, runsTools } from './supplier-tools.ts'
import { sessionSeed } from './session-seed.ts'

const answersMax = 128
const outputLimitMax = 10_000_000
const modelCharactersMax = 256

/** Reads the facts for routing and pricing. Everything else is left to the supplier to check. */
export function readBody(kind: BodyKind, body: Buffer): BodyReading {
  const tooMuch = checkExtent(body, kind)
  if (tooMuch !== null) return { ok: false, refusal: tooMuch }
  const parsed = parse(body)
  if ('refusal' in parsed) return { ok: false, refusal: parsed.refusal }
  const unclear = checkNames(kind, body)
  if (unclear !== null) return { ok: false, refusal: unclear }
  const { wrapped = '' } = bodyShapes[kind]
  const fields = fieldsOf(parsed.fields[wrapped]) ?? parsed.fields
  const refusal = checkFields(kind, fields)
  return refusal === null
    ? { ok: true, facts: factsOf(kind, fields, body) }
    : { ok: false, refusal }
}

function parse(body: Buffer): { fields: Fields } | { refusal: BodyRefusal } {
  try {
    const fields = fieldsOf(JSON.parse(body.toString('utf8')))
    return fields === null ? badJson(phrase('an object is expected')) : { fields }
  } catch (error) {
    return badJson(malformedAt(error))
  }
}

const badJson = (reason: Phrase): { ok: false; refusal: BodyRefusal } => ({
  ok: false,
  refusal: { code: 'request.bad-json', params: { reason } },
})

function checkFields(kind: BodyKind, fields: Fields): BodyRefusal | null {
  const shape = bodyShapes[kind]
  return (
    (shape.namesModel ? checkModel(fields['model']) : null) ??
    checkInput(kind, fields) ??
    (isOfResponses(kind) ? checkState(fields) : null) ??
    checkOptions(fields, shape)
  )
}

const isOfResponses = (kind: BodyKind): boolean => bodyShapes[kind].keepsState === true

function checkModel(model: unknown): BodyRefusal | null {
  if (isAbsent(model) || model === '') return required('model')
  if (typeof model !== 'string') return invalid('model', phrase('a text is expected'))
  return model.length > modelCharactersMax
    ? invalid('model', phrase('longer than {limit} characters', { limit: modelCharactersMax }))
    : null
}

function checkInput(kind: BodyKind, fields: Fields): BodyRefusal | null {
  const { input, inputIsList, inputMayBeOne, inputIsText } = bodyShapes[kind]
  if (isAbsent(fields[input])) {
    // A stored prompt or earlier turns may replace the input.
    const hasOther = !isAbsent(fields['prompt']) || hasTurnBefore(fields)
    return isOfResponses(kind) && hasOther ? null : required(input)
  }
  if (inputIsText === true) return checkText(input, fields[input])
  if (inputMayBeOne === true && fieldsOf(fields[input]) !== null) return null
  return inputIsList && (!Array.isArray(fields[input]) || fields[input].length === 0)
    ? invalid(input, phrase('a list with at least one entry is expected'))
    : null
}

const checkText = (field: string, text: unknown): BodyRefusal | null =>
  typeof text === 'string' && text !== '' ? null : invalid(field, phrase('a text is expected'))

function checkOptions(fields: Fields, shape: BodyShape): BodyRefusal | null {
  const { stream } = fields
  if (stream === true && shape.whole === true)
    return invalid('stream', phrase('it comes in one piece'))
  if (!isAbsent(stream) && typeof stream !== 'boolean') {
    return invalid('stream', phrase('true or false is expected'))
  }
  const options = shape.options(fields)
  const outOf = (names: readonly string[], from: number, to: number): BodyRefusal | undefined =>
    names
      .filter((name) => !isAbsent(options[name]) && !isWhole(options[name], from, to))
      .map((name) =>
        invalid(name, phrase('a whole number from {from} to {to} is expected', { from, to })),
      )[0]
  return (
    outOf(shape.answers, 1, answersMax) ??
    outOf([...shape.limits, ...shape.aliases], shape.leastLimit, outputLimitMax) ??
    null
  )
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null

const isWhole = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to

const required = (field: string): BodyRefusal => ({ code: 'model.required', params: { field } })
const invalid = (field: string, reason: Phrase): BodyRefusal => ({
  code: 'model.field',
  params: { field, reason },
})

function factsOf(kind: BodyKind, fields: Fields, body: Buffer): BodyFacts {
  const shape = bodyShapes[kind]
  const options = shape.options(fields)
  const limited = shape.limits.filter((name) => wholeOf(options[name]) !== null)
  const aliases = shape.aliases.filter((name) => wholeOf(options[name]) !== null)
  const hasOutput = shape.limits.length > 0
  const { files, ...collected } = collect(kind, fields)
  const state = isOfResponses(kind) ? stateAsked(fields, body) : null
  return {
    model: shape.namesModel ? String(fields['model']) : '',
    stream: fields['stream'] === true && hasOutput,
    usageAsked: fieldsOf(fields['stream_options'])?.['include_usage'] === true,
    outputLimit: hasOutput
      ? smallestOf([...limited, ...aliases].map((name) => options[name]))
      : (shape.outputEach?.(fields) ?? 0),
    outputLimitFields: limited.length > 0 ? limited : usualOf(shape),
    hasLimitAlias: aliases.length > 0,
    answers: answersEach(shape, options) * promptsIn(shape, fields) * unitsIn(shape, fields),
    ...paidFor(shape, fields),
    tier: tierAsked(shape, fields),
    tierFields: shape.tiers,
    sessionSeed: sessionSeed(fields),
    state,
    hasTools: hasEntries(fields['tools']) || hasEntries(fields['functions']),
    ...collected,
    ...withFiles(shape, fields, collected),
    ...outsideOf(kind, fields, files > 0 || hasBareReasoning(state)),
    ...batchOf(shape, fields),
    repeatsInput: shape.promptsEach === true && fields['echo'] === true,
    form: formOf(shape, fields),
    vectorsPacked: fields['encoding_format'] === 'base64',
    reasoningBudget: reasoningBudget(fields, options),
    predictedBytes: predictedBytes(fields['prediction']),
  }
}

/** Input outside the body, or read more than once. */
const outsideOf = (
  kind: BodyKind,
  fields: Fields,
  named: boolean,
): Pick<BodyFacts, 'elsewhere' | 'suppliersTools' | 'unknownFields' | 'compacts'> => ({
  elsewhere: named || readsElsewhere(kind, fields),
  suppliersTools: runsTools(fields),
  unknownFields: bodyShapes[kind].limits.length > 0 && hasUnknown(fields),
  compacts: compacts(fields),
})

const hasBareReasoning = (state: BodyFacts['state']): boolean =>
  state !== null && state.bareReasoning.length > 0

function batchOf(
  { entries, readEach }: BodyShape,
  fields: Fields,
): Pick<BodyFacts, 'entries' | 'bytesEach'> {
  const again = readEach === undefined ? '' : (fields[readEach] ?? '')
  return {
    entries: entries?.(fields) ?? 1,
    bytesEach: Buffer.byteLength(textOf(again) ?? JSON.stringify(again)),
  }
}

/** Charged items other than text tokens. */
const paidFor = (
  shape: BodyShape,
  fields: Fields,
): Pick<BodyFacts, 'kind' | 'outputIs' | 'beside'> => ({
  kind: kindOf(shape, fields),
  outputIs: shape.outputIs ?? 'output',
  beside: shape.beside?.(fields) ?? [],
})

const formOf = ({ eventsByStream }: BodyShape, fields: Fields): BodyFacts['form'] => ({
  format: textOf(fields['response_format']),
  events:
    fields['stream_format'] === 'sse' || (eventsByStream === true && fields['stream'] === true),
})

/** Estimated tokens of an uploaded picture. Some models split it into more parts. */
const tokensOfPicture = 1_600

type MediaFacts = Pick<BodyFacts, 'images' | 'imageTokens' | 'extraTokens'>

/** Adds uploaded files to the facts of the body. */
function withFiles(
  { pictures, extra }: BodyShape,
  fields: Fields,
  { images, imageTokens, extraTokens }: MediaFacts,
): MediaFacts {
  const files = pictures?.(fields) ?? 0
  return {
    images: images + files,
    imageTokens: imageTokens + files * tokensOfPicture,
    extraTokens: extraTokens + (extra?.(fields) ?? 0),
  }
}

/** One-line values that a price may depend on. */
const kindOf = ({ kinds }: BodyShape, fields: Fields): Attributes | null =>
  kinds === undefined
    ? null
    : Object.fromEntries(
        kinds.flatMap((name) => {
          const word = fields[name]
          return typeof word === 'string' && /^[\w.:x-]{1,32}$/.test(word) ? [[name, word]] : []
        }),
      )

const answersEach = (shape: BodyShape, options: Fields): number =>
  Math.max(1, ...shape.answers.map((name) => wholeOf(options[name]) ?? 1))

const unitsIn = ({ units }: BodyShape, fields: Fields): number => Math.max(1, units?.(fields) ?? 1)

/** Each prompt of a list has its own answers; a list of numbers is one prompt in tokens. */
const promptsIn = ({ promptsEach }: BodyShape, { prompt }: Fields): number =>
  promptsEach === true
    ? Math.max(1, listedOf(prompt).filter((entry) => typeof entry !== 'number').length)
    : 1

/**
 * Requested reasoning tokens, or 0: `thinking` of Anthropic and Z.ai, `reasoning` of OpenRouter, `thinking_budget` of Qwen,
 * `thinkingConfig` of Gemini, also in merged fields. Some vendors do not count them against the limit.
 */
function reasoningBudget(fields: Fields, options: Fields): number {
  const merged = fieldsOf(fields['extra_body']) ?? {}
  const places = [fields, options, merged, fieldsOf(merged['google']) ?? {}]
  const budgets = places.flatMap(budgetsIn).filter((budget) => isWhole(budget, 0, outputLimitMax))
  return Math.max(0, ...budgets)
}

function budgetsIn(place: Fields): unknown[] {
  const gemini = fieldsOf(place['thinkingConfig']) ?? fieldsOf(place['thinking_config'])
  return [
    fieldsOf(place['thinking'])?.['budget_tokens'],
    fieldsOf(place['reasoning'])?.['max_tokens'],
    place['thinking_budget'],
    gemini?.['thinkingBudget'] ?? gemini?.['thinking_budget'],
  ]
}

/** OpenAI's predicted outputs: text or a list of parts. */
function predictedBytes(prediction: unknown): number {
  const content = fieldsOf(prediction)?.['content']
  const texts = typeof content === 'string' ? [content] : objectsIn(content).map(({ text }) => text)
  return texts.reduce((sum: number, text) => sum + Buffer.byteLength(textOf(text) ?? ''), 0)
}

/** Longer than any known tier. */
const tierCharactersMax = 32

function tierAsked(shape: BodyShape, fields: Fields): string {
  const asked = tierAskedIn(shape, fields)
  return asked !== null && asked.length <= tierCharactersMax ? asked : ''
}

/** The smallest limit counts, because suppliers differ in which one they obey. */
const smallestOf = (limits: readonly unknown[]): number | null =>
  limits.length === 0 ? null : Math.min(...limits.map(Number))

const usualOf = ({ usualLimit }: BodyShape): string[] => (usualLimit === null ? [] : [usualLimit])

const wholeOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const hasEntries = (value: unknown): boolean => listedOf(value).length > 0
