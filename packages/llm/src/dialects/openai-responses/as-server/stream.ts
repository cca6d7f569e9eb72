import type { ModelEvent, AnswerEvent } from '../../../canonical/event.ts'
import type { Failure } from '../../../canonical/failure.ts'
import type { Fields } from '../../../bytes/fields.ts'
import { encodeError } from '../../../canonical/errors/openai-errors.ts'
import type { ModelRequest } from '../../../canonical/request.ts'
import { callersTools } from '../../../canonical/calls/own-tools.ts'
import { echoOf } from './response-object.ts'
import { encodeUsage } from '../usage.ts'
import { writeContent } from './write-content.ts'
import { encodeItem } from './write-items.ts'
import { andThen, closedAll, type ResponsesWriteState, type WriteStep } from './write-state.ts'

/** The last frames of a stream repeat its logprobs four times in one turn. All of them were in its deltas. */
const repeatedTokensMax = 10_000

export const open = (request: ModelRequest): ResponsesWriteState => ({
  id: 'resp_0',
  model: request.model,
  created: 0,
  echo: echoOf(request),
  sequence: 0,
  begun: false,
  items: [],
  current: -1,
  calls: new Map(),
  ids: new Set(),
  callers: callersTools(request.tools),
  tokensLeft: repeatedTokensMax,
  usage: null,
  reason: null,
})

export function frames(
  state: ResponsesWriteState,
  event: ModelEvent,
): readonly [ResponsesWriteState, string] {
  const [next, events] = write(state, event)
  const numbered = events.map((fields, at) => frame(fields, state.sequence + at))
  return [{ ...next, sequence: state.sequence + events.length }, numbered.join('')]
}

const frame = ({ type, ...fields }: Fields, sequence: number): string =>
  `event: ${String(type)}\ndata: ${JSON.stringify({ type, sequence_number: sequence, ...fields })}\n\n`

function write(state: ResponsesWriteState, event: ModelEvent): WriteStep {
  if ('answer' in event) return writeAnswered(state, event)
  switch (event.kind) {
    case 'start':
      return begin({
        ...state,
        id: responseId(event.id),
        model: event.model,
        created: event.created,
      })
    case 'usage':
      return [{ ...state, usage: event }, []]
    case 'end':
      return andThen(begin(state), (begun) => andThen(closedAll(begun), end))
    case 'failed':
      return failed(state, event.failure)
  }
}

function writeAnswered(state: ResponsesWriteState, event: AnswerEvent): WriteStep {
  if (event.kind === 'answer-end') {
    return andThen(begin(state), (begun) => closedAll({ ...begun, reason: event.reason }))
  }
  // Alternatives cannot be asked for.
  if (event.answer > 0) return [state, []]
  return andThen(begin(state), (begun) => writeContent(begun, event))
}

const responseId = (id: string): string => {
  const name = id.replaceAll(/[^A-Za-z0-9_-]/g, '_')
  return name.startsWith('resp_') ? name : `resp_${name === '' ? '0' : name}`
}

function begin(state: ResponsesWriteState): WriteStep {
  if (state.begun) return [state, []]
  const response = responseOf(state, 'in_progress')
  return [
    { ...state, begun: true },
    [
      { type: 'response.created', response },
      { type: 'response.in_progress', response },
    ],
  ]
}

const cutShort: Readonly<Partial<Record<string, string>>> = {
  length: 'max_output_tokens',
  'content-filter': 'content_filter',
}

function wholeOf(state: ResponsesWriteState): Fields {
  const reason = cutShort[state.reason ?? ''] ?? null
  return reason === null
    ? responseOf(state, 'completed')
    : { ...responseOf(state, 'incomplete'), incomplete_details: { reason } }
}

function end(state: ResponsesWriteState): WriteStep {
  const response = wholeOf(state)
  return [state, [{ type: `response.${String(response['status'])}`, response }]]
}

/**
 * openai-node throws at an `error` event and takes `response.failed` for an answer; Codex and others
 * look at `response.failed` alone. The service sends both, and the error in an object, where its
 * documentation has the words in the event itself.
 */
function failed(state: ResponsesWriteState, failure: Failure): WriteStep {
  const { message, parameter: param } = failure
  const code = errorCode(failure)
  const error = { ...encodeError(failure), code }
  return [
    state,
    [
      { type: 'error', code, message, param, error },
      { type: 'response.failed', response: failedOf(state, failure) },
    ],
  ]
}

const failedOf = (state: ResponsesWriteState, failure: Failure): Fields => ({
  ...responseOf(state, 'failed'),
  error: { code: errorCode(failure), message: failure.message },
})

const errorCode = ({ code, kind }: Failure): string => code ?? codeOf[kind]

/** The words that the service has for the `error` of a response. */
const codeOf: Readonly<Record<Failure['kind'], string>> = {
  'invalid-request': 'invalid_prompt',
  authentication: 'server_error',
  permission: 'server_error',
  'not-found': 'server_error',
  'rate-limited': 'rate_limit_exceeded',
  'out-of-credit': 'insufficient_quota',
  overloaded: 'server_is_overloaded',
  'content-refused': 'invalid_prompt',
  broken: 'server_error',
  'too-large': 'server_error',
}

function responseOf(state: ResponsesWriteState, status: string): Fields {
  const isOver = status !== 'in_progress'
  const { usage } = state
  return {
    id: state.id,
    object: 'response',
    created_at: state.created,
    status,
    error: null,
    incomplete_details: null,
    model: state.model,
    output: state.items.map((item) =>
      encodeItem(item, isOver && item.status === 'in_progress' ? 'incomplete' : item.status),
    ),
    ...state.echo,
    service_tier: usage?.tier ?? (isOver ? null : 'auto'),
    usage: usage === null ? null : encodeUsage(usage),
  }
}

/** A whole response out of the events of a stream. */
export function encodeAnswer(events: readonly ModelEvent[], request: ModelRequest): Fields {
  // Nothing was said before.
  let state: ResponsesWriteState = { ...open(request), tokensLeft: Number.POSITIVE_INFINITY }
  for (const event of events) state = write(state, event)[0]
  const failure = events.find((event) => event.kind === 'failed')
  if (failure !== undefined) return failedOf(state, failure.failure)
  return wholeOf(closedAll(state)[0])
}
