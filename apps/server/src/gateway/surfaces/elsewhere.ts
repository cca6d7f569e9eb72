import { type BodyKind, bodyShapes } from '@posthouse/llm/surfaces/body-shapes'
import { type Fields, listedOf, objectsIn, textOf } from '@posthouse/llm/parts/fields'

/** Fields by which a supplier runs tools of its own. */
const running = [
  'web_search_options',
  'mcp_servers',
  'container',
  // Of OpenRouter, xAI and Qwen.
  'plugins',
  'search_parameters',
  'enable_search',
] as const

/** Fields by which it reads what it keeps. */
const keeping = ['cachedContent', 'cached_content'] as const

/** All of them: a supplier must read them as we do. */
export const suppliersFields = [...running, ...keeping] as const

/** A supplier puts more into the prompt than the body holds, parts and tools apart. */
export function readsElsewhere(kind: BodyKind, fields: Fields): boolean {
  const isStored = bodyShapes[kind].keepsState === true
  return keeping.some((name) => isGiven(fields[name])) || (isStored && isGiven(fields['prompt']))
}

/** A supplier may run tools for this request, and read what they bring. */
export const runsTools = (fields: Fields): boolean =>
  running.some((name) => isGiven(fields[name])) ||
  objectsIn(listedOf(fields['tools'])).some((tool) => !isOfClient(tool))

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
