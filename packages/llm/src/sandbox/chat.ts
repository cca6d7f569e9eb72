import type { DialectName } from '../canonical/dialect.ts'
import type { ModelEvent } from '../canonical/event.ts'
import type { Failure } from '../canonical/failure.ts'
import { isOff } from '../canonical/reasoning/reasoning.ts'
import { ownSignature, readSignature } from '../canonical/reasoning/signature.ts'
import type { Message, ModelRequest, Tool } from '../canonical/request.ts'
import { noUsage, type Usage } from '../canonical/usage.ts'
import { randomFrom, seedOf, tokensOf, valueFor, wordsFrom } from './content.ts'
import { type OrderedCall, type Orders, ordersOf } from './orders.ts'

/** A chat answer before it has a form: its events in order, and the orders that came with it. */
export type ChatPlan = {
  readonly events: readonly ModelEvent[]
  readonly orders: Orders
  /** The reason for which a real vendor would not take the request. */
  readonly refused: Failure | null
}

const wordsUsual = 40
const reasoningUsual = 12
const created = 1_700_000_000

export function planChat(
  dialect: DialectName,
  request: ModelRequest,
  settings: Readonly<Record<string, unknown>>,
): ChatPlan {
  const orders = ordersOf(lastUserText(request.messages), settings)
  const seed = seedOf(`${orders.seed}|${request.model}|${JSON.stringify(request.messages)}`)
  const answers = Array.from({ length: Math.max(1, request.answers) }, (_, index) =>
    answerEvents({ dialect, request, orders, answer: index, random: randomFrom(seed + index) }),
  )
  const usage = usageOf(request, answers.flat(), orders)
  return {
    orders,
    refused: orders.signed && !isSigned(dialect, request.messages) ? unsigned : null,
    events: [
      {
        kind: 'start',
        id: `${idPrefix[dialect]}sandbox${seed.toString(36)}`,
        model: request.model,
        created,
      },
      ...answers.flat(),
      { kind: 'usage', usage, tier: servedAt(request.tier) },
      { kind: 'end' },
    ],
  }
}

/** As the vendors begin theirs. */
const idPrefix: Readonly<Record<DialectName, string>> = {
  'openai-chat': 'chatcmpl-',
  'openai-responses': 'resp_',
  'anthropic-messages': 'msg_',
  gemini: '',
}

const unsigned: Failure = {
  kind: 'invalid-request',
  message: 'The reasoning before the tool calls is missing or was not signed here',
  code: 'invalid_request_error',
  parameter: 'messages',
}

/** The last turn with tool calls says what its model thought, signed by this dialect's vendor. */
function isSigned(dialect: DialectName, messages: readonly Message[]): boolean {
  const turn = messages.findLast(({ parts }) => parts.some(({ kind }) => kind === 'tool-call'))
  if (turn === undefined) return true
  return turn.parts.some(
    (part) => 'signature' in part && ownSignature(part.signature ?? null, dialect) !== null,
  )
}

type AnswerContext = {
  readonly dialect: DialectName
  readonly request: ModelRequest
  readonly orders: Orders
  readonly answer: number
  readonly random: () => number
}

function answerEvents(asked: AnswerContext): ModelEvent[] {
  const { request, orders, answer, random } = asked
  if (orders.fault === 'empty') return []
  const limit = request.outputLimit ?? Number.MAX_SAFE_INTEGER
  const reasoning = reasoningOf(asked)
  const calls = toolCallsOf(asked)
  if (calls.length > 0) {
    return [...reasoning, ...calls, { kind: 'answer-end', answer, reason: 'tool-calls' }]
  }
  if (orders.refuse) {
    const words = wordsFrom(random, 6).map((text) => ({ kind: 'refusal' as const, answer, text }))
    return [...words, { kind: 'answer-end', answer, reason: 'content-filter' }]
  }
  const texts = textsOf(request, orders, random)
  const kept = texts.slice(0, Math.max(0, limit - reasoning.length))
  return [
    ...reasoning,
    ...kept.map((text) => ({ kind: 'text' as const, answer, text })),
    { kind: 'answer-end', answer, reason: kept.length < texts.length ? 'length' : 'stop' },
  ]
}

/** The last fragment is signed where the dialect has a place for it. */
function reasoningOf({ dialect, request, orders, answer, random }: AnswerContext): ModelEvent[] {
  const thinks = request.model.includes('reasoner') || request.reasoning !== null
  const isOffered = thinks && (request.reasoning === null || !isOff(request.reasoning))
  const words = wordsFrom(random, orders.reasoning ?? (isOffered ? reasoningUsual : 0))
  const mark = seedOf(words.join('')).toString(36)
  const signature =
    dialect === 'openai-chat' ? null : readSignature(`signed-by-sandbox-${mark}`, dialect)
  return words.map((text, index) => ({
    kind: 'reasoning' as const,
    answer,
    text,
    signature: index === words.length - 1 ? signature : null,
  }))
}

function toolCallsOf({ request, orders, answer, random }: AnswerContext): ModelEvent[] {
  return callsWanted(request, orders, random).flatMap(
    ({ name, arguments: text }, index): ModelEvent[] => {
      const id = `call_${Math.floor(random() * 1e9).toString(36)}${index}`
      const middle = Math.ceil(text.length / 2)
      const shared = { kind: 'tool-call', answer, index } as const
      return [
        { ...shared, id, name, arguments: '' },
        { ...shared, id: null, name: null, arguments: text.slice(0, middle) },
        { ...shared, id: null, name: null, arguments: text.slice(middle) },
      ]
    },
  )
}

/** Calls that were ordered word for word; else of the tool that was asked for, or of the first ones. */
function callsWanted(
  request: ModelRequest,
  orders: Orders,
  random: () => number,
): readonly OrderedCall[] {
  const { toolChoice, tools, messages } = request
  if (hasResults(messages) || toolChoice?.kind === 'none') return []
  const ordered = orders.calls.filter((call) => tools.some(({ name }) => name === call.name))
  if (ordered.length > 0) return ordered
  return toolsWanted(request, orders).map(({ name, parameters }) => ({
    name,
    arguments: JSON.stringify(valueFor(parameters, random) ?? {}),
  }))
}

/** The model calls a tool when it must, or when the user speaks of one; never twice in a row. */
function toolsWanted({ toolChoice, tools, messages }: ModelRequest, orders: Orders): Tool[] {
  if (toolChoice?.kind === 'tool') return tools.filter(({ name }) => name === toolChoice.name)
  const count = orders.tools ?? countWanted(toolChoice, messages)
  return Array.from(
    { length: tools.length === 0 ? 0 : count },
    (_, at) => tools[at % tools.length],
  ).filter((tool) => tool !== undefined)
}

/** The tools have answered since the model spoke last. */
const hasResults = (messages: readonly Message[]): boolean =>
  messages
    .slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
    .some(({ parts }) => parts.some(({ kind }) => kind === 'tool-result'))

/** As many calls as the words of the user ask for. */
function countWanted(
  toolChoice: ModelRequest['toolChoice'],
  messages: ModelRequest['messages'],
): number {
  const said = lastUserText(messages)
  if (toolChoice?.kind !== 'required' && !/\btools?\b/i.test(said)) return 0
  return /\b(parallel|both)\b/i.test(said) ? 2 : 1
}

function textsOf(request: ModelRequest, orders: Orders, random: () => number): string[] {
  if (request.format?.kind === 'json') {
    return inPieces(JSON.stringify({ answer: wordsFrom(random, 4).join('') }))
  }
  if (request.format?.kind === 'schema') {
    return inPieces(JSON.stringify(valueFor(request.format.schema, random)))
  }
  return wordsFrom(random, orders.words ?? wordsUsual)
}

const inPieces = (text: string): string[] => text.match(/.{1,8}/gsu) ?? []

/** As it was asked, where a price of the sandbox's says what it costs. */
const servedAt = (asked: string | null): string =>
  asked === 'flex' || asked === 'priority' ? asked : 'default'

function usageOf(
  request: ModelRequest,
  events: readonly ModelEvent[],
  { cached, written }: Orders,
): Usage {
  const count = (kind: ModelEvent['kind']): number =>
    events.filter((event) => event.kind === kind).length
  const calls = events.flatMap((event) => (event.kind === 'tool-call' ? [event.arguments] : []))
  const input = inputTokensFor(request)
  const read = Math.min(cached, input)
  const kept = Math.min(written, input - read)
  return {
    ...noUsage,
    input: input - read - kept,
    cache_read: read,
    cache_write_5m: kept,
    output: count('text') + count('refusal') + calls.reduce((sum, text) => sum + tokensOf(text), 0),
    reasoning: count('reasoning'),
  }
}

export const inputTokensFor = ({ messages }: ModelRequest): number =>
  messages.reduce((sum, message) => sum + 4 + tokensOf(textIn(message)), 3)

const textIn = (message: Message): string =>
  message.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n')

const lastUserText = (messages: readonly Message[]): string => {
  const message = messages.findLast(
    ({ role, parts }) => role === 'user' && parts.some(({ kind }) => kind === 'text'),
  )
  return message === undefined ? '' : textIn(message)
}
