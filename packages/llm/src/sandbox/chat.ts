import type { ModelEvent } from '../event.ts'
import { openAiChat } from '../protocols/openai-chat/protocol.ts'
import type { Message, ModelRequest, Tool } from '../request.ts'
import { noUsage, type Usage } from '../usage.ts'
import { randomFrom, seedOf, tokensOf, valueFor, wordsFrom } from './content.ts'
import { type Orders, ordersOf } from './orders.ts'
import type { SandboxRequest } from './script.ts'

/** A chat answer before it has a form: its events in order, and the orders that came with it. */
export type ChatPlan = {
  readonly request: ModelRequest
  readonly events: readonly ModelEvent[]
  readonly orders: Orders
}

const wordsUsual = 40
const created = 1_700_000_000

export function planChat(body: unknown, sandbox: SandboxRequest): ChatPlan | string {
  const decoded = openAiChat.asServer.request(body)
  if (!decoded.ok) return `${decoded.field}: ${decoded.reason}`
  const request = decoded.value
  const orders = ordersOf(lastUserText(request.messages), sandbox.settings)
  const seed = seedOf(`${orders.seed}|${request.model}|${JSON.stringify(request.messages)}`)
  const answers = Array.from({ length: Math.max(1, request.answers) }, (_, index) =>
    answerEvents(request, orders, index, randomFrom(seed + index)),
  )
  const usage = usageOf(request, answers.flat())
  return {
    request,
    orders,
    events: [
      { kind: 'start', id: `chatcmpl-sandbox-${seed.toString(36)}`, model: request.model, created },
      ...answers.flat(),
      { kind: 'usage', usage },
      { kind: 'end' },
    ],
  }
}

function answerEvents(
  request: ModelRequest,
  orders: Orders,
  answer: number,
  random: () => number,
): ModelEvent[] {
  if (orders.fault === 'empty') return []
  const limit = request.outputLimit ?? Number.MAX_SAFE_INTEGER
  const reasoning = request.model.includes('reasoner')
    ? wordsFrom(random, 12).map((text) => ({
        kind: 'reasoning' as const,
        answer,
        text,
        signature: null,
      }))
    : []
  const call = toolCallOf(request, answer, random)
  if (call !== null) {
    return [...reasoning, ...call, { kind: 'answer-end', answer, reason: 'tool-calls' }]
  }
  const texts = textsOf(request, orders, random)
  const kept = texts.slice(0, Math.max(0, limit - reasoning.length))
  return [
    ...reasoning,
    ...kept.map((text) => ({ kind: 'text' as const, answer, text })),
    { kind: 'answer-end', answer, reason: kept.length < texts.length ? 'length' : 'stop' },
  ]
}

/** One call of the tool that was asked for, or of the first when a tool is required. */
function toolCallOf(
  request: ModelRequest,
  answer: number,
  random: () => number,
): ModelEvent[] | null {
  const tool = toolWanted(request)
  if (tool === null) return null
  const text = JSON.stringify(valueFor(tool.parameters, random) ?? {})
  const id = `call_${Math.floor(random() * 1e9).toString(36)}`
  const middle = Math.ceil(text.length / 2)
  const shared = { kind: 'tool-call', answer, index: 0 } as const
  return [
    { ...shared, id, name: tool.name, arguments: '' },
    { ...shared, id: null, name: null, arguments: text.slice(0, middle) },
    { ...shared, id: null, name: null, arguments: text.slice(middle) },
  ]
}

/** The model calls a tool when it must, or when the user speaks of one; never twice in a row. */
function toolWanted({ toolChoice, tools, messages }: ModelRequest): Tool | null {
  if (messages.at(-1)?.role === 'tool') return null
  if (toolChoice?.kind === 'tool') return tools.find(({ name }) => name === toolChoice.name) ?? null
  if (toolChoice?.kind === 'none') return null
  const wants = toolChoice?.kind === 'required' || /\btools?\b/i.test(lastUserText(messages))
  return wants ? (tools[0] ?? null) : null
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

function usageOf(request: ModelRequest, events: readonly ModelEvent[]): Usage {
  const count = (kind: ModelEvent['kind']): number =>
    events.filter((event) => event.kind === kind).length
  const calls = events.flatMap((event) => (event.kind === 'tool-call' ? [event.arguments] : []))
  const input = request.messages.reduce((sum, message) => sum + 4 + tokensOf(textIn(message)), 3)
  return {
    ...noUsage,
    input,
    output: count('text') + calls.reduce((sum, text) => sum + tokensOf(text), 0),
    reasoning: count('reasoning'),
  }
}

const textIn = (message: Message): string =>
  message.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n')

const lastUserText = (messages: readonly Message[]): string => {
  const message = messages.findLast(({ role }) => role === 'user')
  return message === undefined ? '' : textIn(message)
}
