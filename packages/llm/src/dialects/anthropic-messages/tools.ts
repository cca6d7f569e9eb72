import type { RequestField } from '../../canonical/dropped-fields.ts'
import { type Fields, fieldsOf, flagOf, listOf, textOf, withoutNulls } from '../../bytes/fields.ts'
import { toolNameOf } from '../../canonical/calls/tool-id.ts'
import type { ModelRequest, Tool, ToolChoice } from '../../canonical/request.ts'
import { cacheMarkIn, lostFields } from './as-server/decode-blocks.ts'
import { encodeCacheMark } from './as-client/encode-blocks.ts'
import { fittedSchema } from './as-client/fitted-schema.ts'
import { rulesOf } from './as-client/model-rules.ts'

type DecodedTools = {
  readonly tools: readonly Tool[]
  /** Whole, as they came: tools that the vendor runs itself, and those that say more than ours can. */
  readonly kept: readonly Fields[]
  readonly lost: readonly string[]
}

export function decodeTools(value: unknown): DecodedTools {
  const tools: Tool[] = []
  const kept: Fields[] = []
  const lost: string[] = []
  for (const [index, entry] of listOf(value).entries()) {
    const fields = fieldsOf(entry) ?? {}
    const tool = decodeTool(fields)
    const missing =
      tool === null ? [`tools.${index}`] : lostFields(fields, knownFields, `tools.${index}`)
    if (tool !== null) tools.push(tool)
    if (missing.length > 0) kept.push(fields)
    for (const place of missing) lost.push(place)
  }
  return { tools, kept, lost }
}

const knownFields = ['type', 'name', 'description', 'input_schema', 'strict', 'cache_control']

/** Null: not a function of the caller's. */
function decodeTool(fields: Fields): Tool | null {
  const name = textOf(fields['name'])
  if (name === null || !isFunction(fields)) return null
  return {
    name,
    description: textOf(fields['description']),
    parameters: fieldsOf(fields['input_schema']),
    strict: flagOf(fields['strict']),
    ...cacheMarkIn(fields),
  }
}

const isFunction = ({ type, name }: Fields): boolean =>
  (type == null || type === 'custom') && typeof name === 'string'

const keptIn = ({ rest }: ModelRequest): Fields[] =>
  listOf(rest['tools'])
    .map(fieldsOf)
    .filter((tool) => tool !== null)

/** Null when there are none. What was kept whole is for the vendor itself. */
export function encodeTools(request: ModelRequest): Fields[] | null {
  const isOurs = request.dialect === 'anthropic-messages'
  const kept = isOurs ? keptIn(request) : []
  const wholes = new Map(
    kept
      .filter(isFunction)
      .toReversed()
      .map((whole) => [whole['name'], whole]),
  )
  const hasStrict = isOurs || rulesOf(request.model).hasSchemas
  const functions: Fields[] = request.tools.map((tool) => ({
    ...wholes.get(tool.name),
    ...encodeTool(tool, hasStrict, !isOurs),
  }))
  const places = request.lost.flatMap((path) => /^tools\.(\d+)$/.exec(path)?.[1] ?? []).map(Number)
  const tools = among(
    functions,
    kept.filter((whole) => !isFunction(whole)),
    places,
  )
  return tools.length === 0 ? null : tools
}

/** Each of `others` in its place, which ascend; those without one at the end. */
function among(
  functions: readonly Fields[],
  others: readonly Fields[],
  places: readonly number[],
): Fields[] {
  const tools: Fields[] = []
  const left = functions.values()
  for (const [nth, other] of others.entries()) {
    const place = places[nth] ?? Number.POSITIVE_INFINITY
    while (tools.length < place) {
      const { value, done } = left.next()
      if (done === true) break
      tools.push(value)
    }
    tools.push(other)
  }
  return [...tools, ...left]
}

function encodeTool(tool: Tool, hasStrict: boolean, mustFit: boolean): Fields {
  const schema = { type: 'object', ...tool.parameters }
  const strict = hasStrict ? tool.strict : null
  return withoutNulls({
    name: toolNameOf(tool.name),
    description: tool.description,
    input_schema: strict === true && mustFit ? fittedSchema(schema) : schema,
    strict,
    cache_control: encodeCacheMark(tool.cache),
  })
}

type DecodedChoice = {
  readonly known: Pick<ModelRequest, 'toolChoice' | 'parallelTools'>
  readonly rest: Fields
}

export function decodeToolChoice(value: unknown): DecodedChoice {
  const choice = fieldsOf(value)
  const alone = flagOf(choice?.['disable_parallel_tool_use'])
  const toolChoice = choice === null ? null : choiceOf(choice)
  return {
    known: { toolChoice, parallelTools: alone === null ? null : !alone },
    rest: choice === null || toolChoice !== null ? {} : { tool_choice: choice },
  }
}

function choiceOf(choice: Fields): ToolChoice | null {
  const name = textOf(choice['name'])
  switch (choice['type']) {
    case 'auto':
    case 'none':
      return { kind: choice['type'] }
    case 'any':
      return { kind: 'required' }
    case 'tool':
      return name === null ? null : { kind: 'tool', name }
    default:
      return null
  }
}

type EncodedChoice = { readonly choice: Fields | null; readonly dropped: readonly RequestField[] }

/** Without tools the vendor takes no choice either. */
export function encodeToolChoice(request: ModelRequest, hasTools: boolean): EncodedChoice {
  const { toolChoice, parallelTools } = request
  const isUnsaid = toolChoice === null && parallelTools !== false
  if (!hasTools || isUnsaid) return noChoice
  const choice = encodeChoice(toolChoice ?? { kind: 'auto' })
  if (choice['type'] === 'none') return { ...noChoice, choice }
  const mayForce = request.dialect === 'anthropic-messages' || rulesOf(request.model).canForceTools
  const isRefused = choice['type'] !== 'auto' && !mayForce
  return {
    choice: withoutNulls({
      ...(isRefused ? { type: 'auto' } : choice),
      disable_parallel_tool_use: parallelTools === null ? null : !parallelTools,
    }),
    dropped: isRefused ? ['toolChoice'] : [],
  }
}

const noChoice: EncodedChoice = { choice: null, dropped: [] }

const encodeChoice = (choice: ToolChoice): Fields =>
  choice.kind === 'tool'
    ? { type: 'tool', name: toolNameOf(choice.name) }
    : { type: choice.kind === 'required' ? 'any' : choice.kind }
