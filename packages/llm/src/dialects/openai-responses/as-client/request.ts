import { droppedOf, type RequestField } from '../../../canonical/dropped-fields.ts'
import { type Fields, fieldsOf, listOf, withoutNulls } from '../../../bytes/fields.ts'
import { refusedIn, takenByModel } from '../../../canonical/openai-models.ts'
import { ownFiles } from '../../../canonical/own-files.ts'
import { effortOf, isOff } from '../../../canonical/reasoning/reasoning.ts'
import { toolNameOf } from '../../../canonical/calls/tool-id.ts'
import type { Message, ModelRequest } from '../../../canonical/request.ts'
import type { EncodedBody } from '../../../operations/dialect-shape.ts'
import { logprobsIncluded } from '../as-server/request.ts'
import { encodeItems } from './encode-items.ts'
import { encodeFormat, encodeTool, encodeToolChoice } from '../tools.ts'

const lacks: readonly RequestField[] = [
  'stop',
  'topK',
  'seed',
  'frequencyPenalty',
  'presencePenalty',
  'answers',
]

/** The body of `POST /v1/responses`. */
export function encodeRequest(asked: ModelRequest): EncodedBody {
  const { request, dropped: files } = ownFiles(asked, 'openai-responses')
  const isOwn = request.dialect === 'openai-responses'
  // The words of another vendor's tiers mean something else here.
  const knowsTiers = request.dialect.startsWith('openai-')
  const { instructions, others } = apartIn(request.messages)
  const { items, dropped } = encodeItems(others, request.dialect)
  const markedTools = request.tools.some((tool) => 'cache' in tool)
  return {
    body: withoutNulls({
      ...(isOwn ? request.rest : {}),
      instructions: instructions ?? (isOwn ? request.rest['instructions'] : null),
      ...bodyOf(isOwn ? request : takenByModel(request)),
      input: items.length === 0 ? null : items,
      service_tier: knowsTiers ? request.tier : null,
      store: isOwn ? request.rest['store'] : false,
    }),
    dropped: [
      ...droppedOf(request, 'openai-responses', [
        ...lacks,
        ...(knowsTiers ? [] : (['tier'] as const)),
        ...(isOwn ? [] : refusedIn(request)),
      ]),
      ...new Set([...dropped, ...files, ...(markedTools ? ['cache' as const] : [])]),
    ],
  }
}

/**
 * Words that stood apart from the conversation go into `instructions` again. Every other message of the
 * system's or the developer's stays where it stood: after `previous_response_id` that is another place.
 */
function apartIn(messages: readonly Message[]): {
  readonly instructions: string | null
  readonly others: readonly Message[]
} {
  const [first, ...others] = messages
  const texts = first?.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])) ?? []
  if (first?.apart !== true || texts.length < first.parts.length) {
    return { instructions: null, others: messages }
  }
  return { instructions: texts.join('\n\n'), others }
}

function bodyOf(request: ModelRequest): Fields {
  const isOwn = request.dialect === 'openai-responses'
  const rest = isOwn ? request.rest : {}
  const { sampling, toolChoice, format } = request
  return {
    model: request.model,
    tools:
      request.tools.length === 0
        ? null
        : request.tools.map((tool) => encodeTool(fitting(tool, isOwn), isOwn)),
    tool_choice:
      toolChoice === null ? rest['tool_choice'] : encodeToolChoice(fitting(toolChoice, isOwn)),
    parallel_tool_calls: request.parallelTools,
    max_output_tokens: isOwn ? request.outputLimit : atLeast(outputLeast, request.outputLimit),
    text:
      format === null ? rest['text'] : { ...fieldsOf(rest['text']), format: encodeFormat(format) },
    temperature: sampling.temperature,
    top_p: sampling.topP,
    reasoning: encodeReasoning(request, rest),
    top_logprobs: request.logprobs === null ? rest['top_logprobs'] : topOf(request.logprobs),
    include: includeOf(request, rest),
    prompt_cache_key: request.cacheKey,
    ...(request.endUser === null ? {} : endUserOf(request.endUser, rest)),
    stream: request.stream ? true : null,
  }
}

/** Other vendors' names may not be names here. */
const fitting = <Named extends object>(named: Named, isOwn: boolean): Named =>
  isOwn || !('name' in named) || typeof named.name !== 'string'
    ? named
    : { ...named, name: toolNameOf(named.name) }

/** Less is refused here: `integer below minimum value`. Other dialects' clients probe with 1. */
const outputLeast = 16

const atLeast = (least: number, value: number | null): number | null =>
  value === null ? null : Math.max(least, value)

const topOf = (logprobs: number): number | null => (logprobs === 0 ? null : logprobs)

/** `user` is the older word and known everywhere; who gave both meant something by it. */
const endUserOf = (endUser: string, rest: Fields): Fields =>
  rest['user'] === undefined ? { user: endUser } : { safety_identifier: endUser }

function encodeReasoning({ reasoning }: ModelRequest, rest: Fields): Fields | null {
  const asked =
    reasoning === null
      ? {}
      : withoutNulls({
          effort: effortOf(reasoning),
          summary: reasoning.shown === true ? 'auto' : null,
        })
  const all = { ...fieldsOf(rest['reasoning']), ...asked }
  return Object.keys(all).length === 0 ? null : all
}

/**
 * Nothing is stored for a caller of another dialect, so that reasoning must come encrypted in order to
 * come back. Models that do not think refuse to be asked for it.
 */
function includeOf(request: ModelRequest, rest: Fields): readonly unknown[] | null {
  const isOwn = request.dialect === 'openai-responses'
  const include = [
    ...listOf(rest['include']),
    ...(request.logprobs === null ? [] : [logprobsIncluded]),
    ...(isOwn || !thinks(request) ? [] : ['reasoning.encrypted_content']),
  ]
  return include.length === 0 ? null : include
}

const thinks = ({ reasoning, messages }: ModelRequest): boolean =>
  (reasoning !== null && !isOff(reasoning)) ||
  messages.some(({ parts }) =>
    parts.some(
      (part) =>
        part.kind === 'reasoning' && part.signature?.startsWith('openai-responses:') === true,
    ),
  )
