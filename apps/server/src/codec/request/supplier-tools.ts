import { harmless } from './harmless-fields.ts'
import { type BodyKind, bodyShapes } from '@posthouse/llm/surfaces/body-shapes'
import { type Fields, fieldsOf, listedOf, objectsIn, textOf } from '@posthouse/llm/bytes/fields'

/** Fields that make a supplier run its own tools. */
const running = [
  'web_search_options',
  'mcp_servers',
  'container',
  // Of OpenRouter, xAI and Qwen.
  'plugins',
  'search_parameters',
  'enable_search',
  'search_options',
  // Of Baidu, Hunyuan, Groq and Azure.
  'web_search',
  'enable_enhancement',
  'force_search_enhancement',
  'search_settings',
  'data_sources',
  'dataSources',
] as const

/** Fields that refer to state stored by the supplier. */
const keeping = ['cachedContent', 'cached_content'] as const

/** Must be unambiguous, because we and the supplier must read them alike. */
export const suppliersFields = [...running, ...keeping] as const

/** Whether the prompt contains more than the body, other than parts and tools. */
export function readsElsewhere(kind: BodyKind, fields: Fields): boolean {
  const isStored = bodyShapes[kind].keepsState === true
  return namesKept(fields) || (isStored && usesStoredPrompt(fields))
}

export const namesKept = (fields: Fields): boolean =>
  placesIn(fields).some((place) => keeping.some((name) => isGiven(place[name])))

export const usesStoredPrompt = ({ prompt }: Fields): boolean => isGiven(prompt)

/** Whether the supplier may run tools and read their results. */
export const runsTools = (fields: Fields): boolean => placesIn(fields).some(runsToolsIn)

const runsToolsIn = (fields: Fields): boolean =>
  running.some((name) => isGiven(fields[name])) ||
  objectsIn(listedOf(fields['tools'])).some((tool) => !isOfClient(tool))

/** The body and fields that some servers merge into it. */
function placesIn(fields: Fields): Fields[] {
  const inner = merged.map((name) => fieldsOf(fields[name]))
  const google = fieldsOf(fieldsOf(fields['extra_body'])?.['google'])
  return [fields, ...inner, google].filter((place) => place !== null)
}

const merged = ['extra_body', 'options', 'parameters'] as const

/** Model names with tools or a preset prompt: https://openrouter.ai/docs/features/web-search and presets. */
export const nameRunsTools = (model: string): boolean =>
  model.endsWith(':online') || model.includes('@preset/')

/** Whether a chat has unknown fields, which may add to the prompt. */
export const hasUnknown = (fields: Fields): boolean =>
  [fields, fieldsOf(fields['extra_body']) ?? {}].some((place) =>
    Object.keys(place).some((name) => !harmless.has(name) && isGiven(place[name])),
  )

/** Whether the supplier may summarize the conversation first (Anthropic's edits, OpenAI's list). */
export function compacts({ context_management: managed }: Fields): boolean {
  const steps = [...objectsIn(managed), ...objectsIn(fieldsOf(managed)?.['edits'])]
  return steps.some(({ type }) => isCompaction(textOf(type) ?? ''))
}

/** `compaction`, or a dated edit such as `compact_20260112`. */
const isCompaction = (step: string): boolean => step === 'compaction' || step.startsWith('compact_')

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** A tool that the client runs. */
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
