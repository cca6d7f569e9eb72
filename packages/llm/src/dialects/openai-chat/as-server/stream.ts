import type {
  ModelEvent,
  AnswerEvent,
  StopReason,
  TokenLogprob,
  UsageEvent,
} from '../../../canonical/event.ts'
import type { ModelRequest } from '../../../canonical/request.ts'
import { encodeUsage } from '../usage.ts'
import {
  type InputProgress,
  lastInput,
  moreInput,
  noInput,
  wholeInput,
} from '../../../canonical/calls/custom-input.ts'
import { urlOf } from '../../../canonical/data-url.ts'
import { type ByKind, byKind } from '../../../canonical/by-kind.ts'
import { eventsByAnswer } from '../../../canonical/events-by-answer.ts'
import { joinedCalls } from '../../../canonical/calls/joined-calls.ts'
import { encodeFailure } from '../../../canonical/errors/openai-errors.ts'
import { encodeToken } from '../../../canonical/openai-logprobs.ts'
import { detailsForClient } from '../reasoning-details.ts'
import { type Fields, withoutNulls } from '../../../bytes/fields.ts'

/** The fields that every chunk repeats. */
export type ChatWriteState = {
  readonly id: string
  readonly model: string
  readonly created: number
  readonly usageAsked: boolean
  readonly answers: number
  /** The names of tools that take a text. */
  readonly customNames: ReadonlySet<string>
  /** Calls of theirs, by the answer and the number. Grows in place. */
  readonly inputs: Map<string, InputProgress>
}

export const open = (request: ModelRequest): ChatWriteState => ({
  id: '',
  model: request.model,
  created: 0,
  usageAsked: request.usageAsked,
  answers: request.answers,
  customNames: customNamesOf(request),
  inputs: new Map(),
})

const customNamesOf = ({ tools }: ModelRequest): ReadonlySet<string> =>
  new Set(tools.flatMap(({ name, own }) => (own?.kind === 'custom' ? [name] : [])))

export function frames(
  state: ChatWriteState,
  event: ModelEvent,
): readonly [ChatWriteState, string] {
  if ('answer' in event) {
    const left = event.kind === 'answer-end' ? lastInputs(state, event.answer) : []
    const made = byKind(choices, state, event)
    return [
      state,
      [...left, ...(made === null ? [] : [made])].map((each) => frame(state, each)).join(''),
    ]
  }
  switch (event.kind) {
    case 'start': {
      const begun = { ...state, id: event.id, model: event.model, created: event.created }
      return [begun, roleFrame(begun)]
    }
    case 'usage':
      return [state, state.usageAsked ? usageFrame(state, event) : '']
    case 'end':
      return [state, 'data: [DONE]\n\n']
    case 'failed':
      return [state, `data: ${encodeFailure(event.failure)}\n\n`]
  }
}

/** The role has a chunk of its own, as at OpenAI: the chunks after it carry none. */
const roleFrame = (state: ChatWriteState): string =>
  chunk(state, {
    choices: Array.from({ length: Math.max(1, state.answers) }, (_, index) =>
      choice(index, { role: 'assistant', content: '' }, null),
    ),
  })

/** Null: the dialect has no word for it. */
const choices: ByKind<ChatWriteState, Fields | null> = {
  text: (_, { answer, text }) => choice(answer, { content: text }, null),
  reasoning: (_, event) => choice(event.answer, reasoningDelta(event), null),
  refusal: (_, { answer, text }) => choice(answer, { refusal: text }, null),
  'tool-call': (state, event) => {
    const call = customCall(state, event) ?? toolCall(event)
    return choice(event.answer, { tool_calls: [{ index: event.index, ...call }] }, null)
  },
  audio: (_, { answer, base64, transcript }) =>
    choice(answer, { audio: { data: base64, transcript } }, null),
  image: (_, event) => choice(event.answer, { images: [imagePart(event)] }, null),
  citation: (_, event) => choice(event.answer, { annotations: [citation(event)] }, null),
  logprobs: (_, { answer, tokens }) => ({ ...choice(answer, {}, null), ...logprobs(tokens) }),
  'answer-end': (_, { answer, reason }) => choice(answer, {}, finishReasons[reason]),
  file: () => null,
  'tool-result': () => null,
}

type ReasoningEvent = Extract<ModelEvent, { kind: 'reasoning' }>

const reasoningDelta = (event: ReasoningEvent): Fields =>
  withoutNulls({
    reasoning_content: event.text === '' ? null : event.text,
    reasoning_details: detailsForClient([event]),
  })

const logprobs = (tokens: readonly TokenLogprob[]): Fields => ({
  logprobs: { content: tokens.map(encodeToken), refusal: null },
})

type ToolCallEvent = Extract<ModelEvent, { kind: 'tool-call' }>

/** A fragment of a call to a tool that takes a text; null: it is one of a function's. */
function customCall({ customNames, inputs }: ChatWriteState, event: ToolCallEvent): Fields | null {
  const key = `${event.answer}.${event.index}`
  if (event.name !== null && customNames.has(event.name)) inputs.set(key, noInput)
  const before = inputs.get(key)
  if (before === undefined) return null
  const { progress, text } = moreInput(before, event.arguments)
  inputs.set(key, progress)
  return withoutNulls({
    id: event.id,
    type: event.id === null ? null : 'custom',
    custom: withoutNulls({ name: event.name, input: text }),
  })
}

/** Texts that were not heard before the end. */
const lastInputs = ({ inputs }: ChatWriteState, answer: number): Fields[] =>
  [...inputs].flatMap(([key, progress]) => {
    const [of, index] = key.split('.').map(Number)
    const input = of === answer ? lastInput(progress) : ''
    return input === ''
      ? []
      : [choice(answer, { tool_calls: [{ index, custom: { input } }] }, null)]
  })

const toolCall = (event: ToolCallEvent): Fields =>
  withoutNulls({
    id: event.id,
    type: event.id === null ? null : 'function',
    function: withoutNulls({ name: event.name, arguments: event.arguments }),
  })

/** As OpenRouter gives them: https://openrouter.ai/docs/guides/overview/multimodal/image-generation. */
const imagePart = ({ source }: Extract<ModelEvent, { kind: 'image' }>): Fields => ({
  type: 'image_url',
  image_url: { url: urlOf(source) },
})

const citation = (event: Extract<ModelEvent, { kind: 'citation' }>): Fields => ({
  type: 'url_citation',
  url_citation: withoutNulls({
    url: event.url,
    title: event.title,
    start_index: event.from,
    end_index: event.to,
  }),
})

const finishReasons: Record<StopReason, string> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
}

const choice = (index: number, delta: Fields, reason: string | null): Fields => ({
  index,
  delta,
  finish_reason: reason,
})

const chunk = (state: ChatWriteState, fields: Fields): string =>
  `data: ${JSON.stringify({
    id: state.id,
    object: 'chat.completion.chunk',
    created: state.created,
    model: state.model,
    ...fields,
  })}\n\n`

const frame = (state: ChatWriteState, made: Fields): string => chunk(state, { choices: [made] })

const usageFrame = (state: ChatWriteState, event: UsageEvent): string =>
  chunk(state, {
    choices: [],
    usage: encodeUsage(event),
    ...(event.tier === undefined ? {} : { service_tier: event.tier }),
  })

/** A whole answer out of the events of a stream. */
export function encodeAnswer(events: readonly ModelEvent[], request: ModelRequest): Fields {
  const customNames = customNamesOf(request)
  const opening = events.find((event) => event.kind === 'start')
  const usage = events.findLast((event) => event.kind === 'usage')
  const answers = [...eventsByAnswer(events)].toSorted(([a], [b]) => a - b)
  return withoutNulls({
    id: opening?.id ?? '',
    object: 'chat.completion',
    created: opening?.created ?? 0,
    model: opening?.model ?? '',
    choices: answers.map(([index, own]) => encodeChoice(own, index, customNames)),
    usage: usage === undefined ? null : encodeUsage(usage),
    service_tier: usage?.tier,
  })
}

function encodeChoice(
  own: readonly AnswerEvent[],
  index: number,
  customNames: ReadonlySet<string>,
): Fields {
  const joined = (kind: 'text' | 'reasoning' | 'refusal'): string | null => {
    const texts = own.flatMap((event) => (event.kind === kind ? [event.text] : []))
    return texts.length === 0 ? null : texts.join('')
  }
  const reason = own.find((event) => event.kind === 'answer-end')
  const calls = encodeCalls(own, customNames)
  const citations = own.filter((event) => event.kind === 'citation').map(citation)
  const images = own.filter((event) => event.kind === 'image').map(imagePart)
  const sound = own.filter((event) => event.kind === 'audio')
  const tokens = own.flatMap((event) => (event.kind === 'logprobs' ? event.tokens : []))
  return {
    index,
    message: {
      role: 'assistant',
      content: joined('text'),
      refusal: joined('refusal'),
      ...withoutNulls({
        reasoning_content: joined('reasoning'),
        reasoning_details: detailsForClient(joinedReasoning(own)),
        tool_calls: calls.length === 0 ? null : calls,
        annotations: citations.length === 0 ? null : citations,
        images: images.length === 0 ? null : images,
        audio: sound.length === 0 ? null : joinedSound(sound),
      }),
    },
    ...(tokens.length === 0 ? {} : logprobs(tokens)),
    finish_reason: finishReasons[reason?.reason ?? 'stop'],
  }
}

/** Each piece is base64 of its own bytes. Nothing keeps it for another turn: it has an id that none can ask for. */
const joinedSound = (pieces: readonly Extract<ModelEvent, { kind: 'audio' }>[]): Fields => ({
  id: 'audio_0',
  data: Buffer.concat(pieces.map(({ base64 }) => Buffer.from(base64, 'base64'))).toString('base64'),
  expires_at: 0,
  transcript: pieces.map(({ transcript }) => transcript).join(''),
})

/** A signature ends the reasoning part whose fragments came before it. */
function joinedReasoning(
  events: readonly ModelEvent[],
): Pick<ReasoningEvent, 'text' | 'signature'>[] {
  const parts: Pick<ReasoningEvent, 'text' | 'signature' | 'redacted'>[] = []
  let open = ''
  for (const event of events) {
    if (event.kind !== 'reasoning') continue
    open += event.text
    if (event.signature === null) continue
    parts.push({ ...event, text: open })
    open = ''
  }
  return open === '' ? parts : [...parts, { text: open, signature: null }]
}

const encodeCalls = (events: readonly ModelEvent[], customNames: ReadonlySet<string>): Fields[] =>
  joinedCalls(events).map(({ id, name, arguments: text }) =>
    customNames.has(name)
      ? { id, type: 'custom', custom: { name, input: wholeInput(text) } }
      : { id, type: 'function', function: { name, arguments: text } },
  )
