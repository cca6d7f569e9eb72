import type { ModelEvent, AnswerEvent, StopReason } from '../../canonical/event.ts'
import { type ByKind, byKind } from '../../canonical/by-kind.ts'
import { eventsByAnswer } from '../../canonical/events-by-answer.ts'
import { encodeFailure } from '../../canonical/errors/openai-errors.ts'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../../bytes/fields.ts'
import type { Losses } from '../../canonical/losses.ts'
import type { ModelRequest } from '../../canonical/request.ts'
import type { DecodeResult } from '../../canonical/decode-result.ts'
import type { DialectShape } from '../../operations/dialect-shape.ts'
import { decodeRequest } from './as-server/request.ts'
import { encodeUsage } from './usage.ts'
import { openAiChat } from './dialect.ts'
import type { ChatReadState } from './as-client/stream.ts'
import { invalidField } from '../../canonical/invalid-field.ts'

/*
 * The older completions (https://platform.openai.com/docs/api-reference/completions) before a supplier that
 * only chats: the prompt is what the user says, and what the model says to it is the completion.
 */

function completionRequest(body: unknown): DecodeResult<ModelRequest> {
  const fields = fieldsOf(body)
  if (fields === null) return invalidField('', 'a JSON object is expected')
  const { prompt, suffix, logprobs, echo, best_of, ...others } = fields
  const text = promptOf(prompt)
  if (!text.ok) return text
  if ((textOf(suffix) ?? '') !== '') {
    return invalidField('suffix', 'none is expected: this model chats, and fills no gaps')
  }
  const read = decodeRequest({ ...others, messages: [{ role: 'user', content: text.value }] })
  if (!read.ok) return read
  const asked = {
    echo: echo === true,
    logprobs: numberOf(logprobs) !== null,
    // More candidates than answers: somebody would have to choose.
    best_of: (numberOf(best_of) ?? 1) > read.value.answers,
  }
  const lost = Object.entries(asked).flatMap(([name, isAsked]) => (isAsked ? [name] : []))
  return { ok: true, value: { ...read.value, lost: [...read.value.lost, ...lost] } }
}

function promptOf(prompt: unknown): DecodeResult<string> {
  const [text, ...others] = typeof prompt === 'string' ? [prompt] : listOf(prompt)
  if (typeof text !== 'string') {
    return invalidField('prompt', 'a text is expected: this model chats, and takes no tokens')
  }
  return others.length > 0
    ? invalidField('prompt', 'one text is expected: this model chats')
    : { ok: true, value: text }
}

type CompletionsWriteState = { readonly head: Fields; readonly usageAsked: boolean }

const open = (request: ModelRequest): CompletionsWriteState => ({
  head: headOf(undefined, request),
  usageAsked: request.usageAsked,
})

const headOf = (
  start: Extract<ModelEvent, { kind: 'start' }> | undefined,
  request?: ModelRequest,
): Fields => ({
  id: start?.id ?? '',
  object: 'text_completion',
  created: start?.created ?? 0,
  model: start?.model ?? request?.model ?? '',
})

function frames(
  state: CompletionsWriteState,
  event: ModelEvent,
): readonly [CompletionsWriteState, string] {
  if ('answer' in event) {
    const made = byKind(choices, null, event)
    return [state, made === null ? '' : chunk(state, { choices: [made] })]
  }
  switch (event.kind) {
    case 'start':
      return [{ ...state, head: headOf(event) }, '']
    case 'usage':
      return [
        state,
        state.usageAsked ? chunk(state, { choices: [], usage: encodeUsage(event) }) : '',
      ]
    case 'end':
      return [state, 'data: [DONE]\n\n']
    case 'failed':
      return [state, `data: ${encodeFailure(event.failure)}\n\n`]
  }
}

const nothing = (): null => null

const choices: ByKind<null, Fields | null> = {
  text: (_, { answer, text }) => choice(answer, text, null),
  refusal: (_, { answer, text }) => choice(answer, text, null),
  'answer-end': (_, { answer, reason }) => choice(answer, '', finishReasons[reason]),
  reasoning: nothing,
  'tool-call': nothing,
  'tool-result': nothing,
  image: nothing,
  audio: nothing,
  file: nothing,
  citation: nothing,
  logprobs: nothing,
}

const chunk = ({ head }: CompletionsWriteState, fields: Fields): string =>
  `data: ${JSON.stringify({ ...head, ...fields })}\n\n`

const finishReasons: Readonly<Record<StopReason, string>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'stop',
  'content-filter': 'content_filter',
}

const choice = (index: number, text: string, reason: string | null): Fields => ({
  index,
  text,
  logprobs: null,
  finish_reason: reason,
})

function encodeAnswer(events: readonly ModelEvent[], request: ModelRequest): Fields {
  const usage = events.findLast((event) => event.kind === 'usage')
  const ends = events.filter((event) => event.kind === 'answer-end')
  const byAnswer = eventsByAnswer(events)
  return {
    ...headOf(
      events.find((event) => event.kind === 'start'),
      request,
    ),
    choices: ends
      .toSorted((a, b) => a.answer - b.answer)
      .map(({ answer, reason }) =>
        choice(answer, saidIn(byAnswer.get(answer) ?? []), finishReasons[reason]),
      ),
    ...(usage === undefined ? {} : { usage: encodeUsage(usage) }),
  }
}

const saidIn = (events: readonly AnswerEvent[]): string =>
  events
    .flatMap((event) => (event.kind === 'text' || event.kind === 'refusal' ? [event.text] : []))
    .join('')

const noText = 'a completion is text'

/** Anything but text has no place in a completion. */
const losses: Losses = {
  text: null,
  reasoning: noText,
  refusal: null,
  'tool-call': noText,
  'tool-result': noText,
  image: noText,
  audio: noText,
  file: noText,
  citation: noText,
  logprobs: noText,
}

/** For clients alone: whoever is asked in this dialect has an operation of its own for it. */
export const openAiCompletions: DialectShape<ChatReadState, CompletionsWriteState> = {
  ...openAiChat,
  asServer: {
    ...openAiChat.asServer,
    light: null,
    fieldNames: { ...openAiChat.asServer.fieldNames, outputLimit: 'max_tokens' },
    request: completionRequest,
    open,
    frames,
    answer: encodeAnswer,
    losses,
  },
}
