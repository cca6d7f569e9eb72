import { type Fields, objectsIn, textOf } from '@posthouse/llm/parts/fields'
import type { BodyKind } from './body-facts.ts'

/** Fields by which a supplier reads more than the body: what it keeps, searches or runs. */
const named = [
  'web_search_options',
  'mcp_servers',
  'container',
  'cachedContent',
  'cached_content',
  // Of OpenRouter, xAI and Qwen.
  'plugins',
  'search_parameters',
  'enable_search',
] as const

/** Whether a supplier puts more into the prompt than the body holds, files apart. */
export function readsElsewhere(kind: BodyKind, fields: Fields): boolean {
  const isStored = kind === 'openai-responses' || kind === 'openai-compaction'
  return (
    named.some((name) => isGiven(fields[name])) ||
    (isStored && isGiven(fields['prompt'])) ||
    objectsIn(fields['tools']).some((tool) => !isOfClient(tool))
  )
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** A tool that the client runs: its result comes in a body. */
function isOfClient(tool: Fields): boolean {
  const type = textOf(tool['type'])
  if (type !== null) return type === 'function' || type === 'custom'
  return (
    textOf(tool['name']) !== null ||
    Object.keys(tool).every(
      (name) => name === 'functionDeclarations' || name === 'function_declarations',
    )
  )
}
