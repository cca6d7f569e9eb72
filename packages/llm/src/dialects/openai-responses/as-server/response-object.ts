import { type Fields, fieldsOf, textOf, withoutNulls } from '../../../bytes/fields.ts'
import type { ModelRequest, Tool, ToolChoice } from '../../../canonical/request.ts'
import { writerRequest } from '../../../canonical/writer-request.ts'
import { effortOf } from '../../../canonical/reasoning/reasoning.ts'
import { encodeFormat, encodeTool, encodeToolChoice } from '../tools.ts'

/*
 * https://platform.openai.com/docs/api-reference/responses/object. A response repeats what it was
 * asked; clients read its `tools` and `text.format` to parse the output.
 */

/** The part of a response that is the same from its first event to its last. */
export function echoOf(request: ModelRequest): Fields {
  const { sampling, toolChoice, reasoning } = request
  const rest = restOf(request)
  return {
    ...repeated(rest),
    instructions: instructionsOf(request),
    max_output_tokens: request.outputLimit,
    parallel_tool_calls: request.parallelTools ?? true,
    prompt_cache_key: request.cacheKey,
    reasoning: {
      ...fieldsOf(rest.reasoning),
      effort: reasoning === null ? null : effortOf(reasoning),
      summary: reasoning?.shown === true ? 'auto' : null,
    },
    safety_identifier: request.endUser,
    temperature: sampling.temperature ?? 1,
    text: {
      ...fieldsOf(rest.text),
      format: encodeFormat(request.format ?? { kind: 'text' }),
    },
    tool_choice:
      toolChoice === null ? (rest.tool_choice ?? 'auto') : givenChoice(request, toolChoice),
    tools: givenTools(request.tools),
    top_logprobs: request.logprobs ?? 0,
    top_p: sampling.topP ?? 1,
  }
}

/** Tools as they were given, those of a namespace together. */
function givenTools(tools: readonly Tool[]): Fields[] {
  const groups = new Map<string, Fields[]>()
  const given: Fields[] = []
  for (const tool of tools) {
    const { own } = tool
    if (own === undefined) {
      given.push({ strict: true, ...encodeTool(tool, true) })
      continue
    }
    const entry =
      own.kind === 'search'
        ? { type: 'tool_search', execution: 'client', ...own.given }
        : { type: own.kind, name: own.name, ...own.given }
    const members = own.namespace === null ? given : groups.get(own.namespace)
    if (members !== undefined) {
      members.push(entry)
      continue
    }
    const opened = [entry]
    groups.set(own.namespace ?? '', opened)
    given.push({ type: 'namespace', name: own.namespace, ...own.group, tools: opened })
  }
  return given
}

function givenChoice({ tools }: ModelRequest, choice: ToolChoice): unknown {
  const own =
    choice.kind === 'tool' ? tools.find(({ name }) => name === choice.name)?.own : undefined
  return own === undefined
    ? encodeToolChoice(choice)
    : withoutNulls({ type: own.kind, name: own.name, namespace: own.namespace })
}

/** Three events of a stream repeat as many characters, two of them in one turn. */
const echoMax = 256 * 1024
/** Of a field without a word of ours, where there is too much of others. */
const briefMax = 1_024

/**
 * The request as the events of a stream repeat it. Is that long, the instructions are left out, and then all of the
 * tools but their names and of the fields what is not short.
 */
export function remembered(request: ModelRequest): ModelRequest {
  const [first] = request.messages
  const rest = restOf(request)
  const messages = first?.apart === true ? [first] : []
  const whole = { ...request, messages, stop: [], tier: null, rest, lost: [] }
  const wordless = { ...whole, messages: [] }
  const found = [whole, wordless].find((each) => lengthOf(echoOf(each)) <= echoMax)
  if (found !== undefined) return found
  const brief = Object.entries(rest).filter(([, value]) => lengthOf(value) <= briefMax)
  return { ...writerRequest(request), rest: Object.fromEntries(brief) }
}

const lengthOf = (value: unknown): number => JSON.stringify(value).length

/** Fields that a response repeats and that the canonical form has no word for. */
const repeatedNames = [
  'background',
  'conversation',
  'max_tool_calls',
  'metadata',
  'previous_response_id',
  'prompt',
  'reasoning',
  'store',
  'text',
  'tool_choice',
  'truncation',
  'user',
] as const

type RepeatedFields = { readonly [Name in (typeof repeatedNames)[number]]?: unknown }

const restOf = ({ rest }: ModelRequest): RepeatedFields =>
  Object.fromEntries(
    repeatedNames.flatMap((name) => (rest[name] === undefined ? [] : [[name, rest[name]]])),
  )

/** Fields that the canonical form has no word for, with what they are when nobody says. */
const repeated = (rest: RepeatedFields): Fields => ({
  access_programs: null,
  background: rest.background ?? false,
  ...withoutNulls({ conversation: conversationOf(rest.conversation) }),
  max_tool_calls: rest.max_tool_calls ?? null,
  metadata: rest.metadata ?? {},
  previous_response_id: rest.previous_response_id ?? null,
  ...withoutNulls({ prompt: rest.prompt }),
  store: rest.store ?? true,
  truncation: rest.truncation ?? 'disabled',
  user: rest.user ?? null,
})

const conversationOf = (conversation: unknown): Fields | null => {
  const id = textOf(conversation)
  return id === null ? fieldsOf(conversation) : { id }
}

function instructionsOf({ messages: [first] }: ModelRequest): string | null {
  if (first?.apart !== true) return null
  return first.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
}
