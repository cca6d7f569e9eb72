import type { RequestField } from '../../../canonical/dropped-fields.ts'
import { type Fields, withoutNulls } from '../../../bytes/fields.ts'
import { toolNameOf } from '../../../canonical/calls/tool-id.ts'
import type { ModelRequest, Tool, ToolChoice } from '../../../canonical/request.ts'
import { rulesOf } from '../../anthropic-messages/as-client/model-rules.ts'
import { fittedSchema } from '../../anthropic-messages/as-client/fitted-schema.ts'
import { cachePoint } from './encode-blocks.ts'
import { isCachingModel, isClaude } from './model-facts.ts'

/* https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolConfiguration.html */

type EncodedTools = { readonly config: Fields | null; readonly dropped: readonly RequestField[] }

export function encodeTools(request: ModelRequest): EncodedTools {
  const named = calledIn(request)
  // There is no word for `none`, and a conversation with calls in it must have its tools.
  const isNone = request.toolChoice?.kind === 'none'
  const tools = request.tools.length === 0 ? named.map(unknownTool) : request.tools
  if (tools.length === 0 || (isNone && named.length === 0)) return { config: null, dropped: [] }
  const choice = encodeChoice(request)
  const isMarkLost =
    !isCachingModel(request.model) && tools.some(({ cache }) => cache !== undefined)
  return {
    config: withoutNulls({
      tools: tools.flatMap((tool) => encodeTool(tool, request)),
      toolChoice: choice.choice,
    }),
    dropped: [...choice.dropped, ...(isMarkLost ? (['cache'] as const) : [])],
  }
}

/** Names of the tools that were called before. */
const calledIn = ({ messages }: ModelRequest): string[] => [
  ...new Set(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === 'tool-call' ? [part.name] : [])),
    ),
  ),
]

const unknownTool = (name: string): Tool => ({
  name,
  description: null,
  parameters: null,
  strict: null,
})

function encodeTool(tool: Tool, { model, dialect }: ModelRequest): Fields[] {
  const schema = { type: 'object', ...tool.parameters }
  const strict = isClaude(model) && rulesOf(model).hasSchemas && tool.strict === true
  const mustFit = strict && dialect !== 'anthropic-messages'
  const spec = withoutNulls({
    name: toolNameOf(tool.name),
    // An empty description is refused.
    description: tool.description === '' ? null : tool.description,
    inputSchema: { json: mustFit ? fittedSchema(schema) : schema },
    strict: strict ? true : null,
  })
  const isMarked = tool.cache !== undefined && isCachingModel(model)
  return [{ toolSpec: spec }, ...(isMarked ? [cachePoint(tool.cache)] : [])]
}

type EncodedChoice = { readonly choice: Fields | null; readonly dropped: readonly RequestField[] }

function encodeChoice({ toolChoice, tools, model, dialect }: ModelRequest): EncodedChoice {
  if (toolChoice === null || toolChoice.kind === 'auto') return { choice: null, dropped: [] }
  if (tools.length === 0) return { choice: null, dropped: [] }
  const mayForce =
    dialect === 'anthropic-messages' || !isClaude(model) || rulesOf(model).canForceTools
  return toolChoice.kind === 'none' || !mayForce
    ? { choice: null, dropped: ['toolChoice'] }
    : { choice: choiceOf(toolChoice), dropped: [] }
}

const choiceOf = (choice: ToolChoice): Fields =>
  choice.kind === 'tool' ? { tool: { name: toolNameOf(choice.name) } } : { any: {} }
