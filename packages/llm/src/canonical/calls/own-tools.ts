import type { ModelRequest, OwnTool, Tool } from '../request.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../../bytes/fields.ts'
import { toolNameOf } from './tool-id.ts'

/*
 * OpenAI's dialects have tools that others have no word for: custom ones, which take a text, and groups of tools under
 * a namespace. Elsewhere each is a function: a custom one with a single text `input`, one of a group under the joined
 * name. The caller sends its tools with every turn, so that a name is always read back from the request alone.
 */

/** Joined names, by namespace and name. */
export type ToolNames = {
  /** The canonical name of a tool that the caller has, or had, in a namespace. */
  readonly joined: (namespace: string | null, name: string) => string
}

const keyOf = (namespace: string, name: string): string => JSON.stringify([namespace, name])

const plainlyJoined = (namespace: string, name: string): string =>
  toolNameOf(namespace.endsWith('__') ? `${namespace}${name}` : `${namespace}__${name}`)

/** Those that would be joined alike, or like a name outside, are told apart by a mark. */
export function toolNames(tools: readonly Pick<OwnTool, 'name' | 'namespace'>[]): ToolNames {
  const keys = new Map<string, Set<string>>()
  for (const { namespace, name } of tools) {
    const joined = namespace === null ? toolNameOf(name) : plainlyJoined(namespace, name)
    const known = keys.get(joined) ?? new Set()
    keys.set(joined, known.add(namespace === null ? name : keyOf(namespace, name)))
  }
  return {
    joined: (namespace, name) => {
      if (namespace === null) return name
      const joined = plainlyJoined(namespace, name)
      const known = keys.get(joined)
      const isAlone = known === undefined || (known.size === 1 && known.has(keyOf(namespace, name)))
      // No name has a space: what is put in its place ends with a mark of the whole.
      return isAlone ? joined : toolNameOf(`${joined} ${keyOf(namespace, name)}`)
    },
  }
}

/** A custom tool as the function that stands for it. */
export const functionFor = (
  description: string | null,
  format: unknown,
): Pick<Tool, 'description' | 'parameters' | 'strict'> => ({
  description: describedWith(description, fieldsOf(format)),
  parameters: {
    type: 'object',
    properties: {
      input: { type: 'string', description: 'The whole input of the tool, as plain text.' },
    },
    required: ['input'],
    additionalProperties: false,
  },
  strict: null,
})

/** A grammar stands in the format itself (Responses), or in a field of it (chat). */
function describedWith(description: string | null, format: Fields | null): string | null {
  if (format?.['type'] !== 'grammar') return description
  const grammar = fieldsOf(format['grammar']) ?? format
  const definition = textOf(grammar['definition'])
  if (definition === null) return description
  const syntax = textOf(grammar['syntax']) ?? ''
  const rule = `\`input\` must match this grammar${syntax === '' ? '' : ` (${syntax})`}:\n${definition}`
  return [...(description === null ? [] : [description]), rule].join('\n\n')
}

/** The arguments of the function for an input of the custom tool. */
export const argumentsFor = (input: string): string => JSON.stringify({ input })

/** A tool as its caller calls it. */
export type CallersTool = Pick<OwnTool, 'kind' | 'name' | 'namespace'>

/** Tools that the caller calls otherwise, by what a supplier may call them. */
export function callersTools(tools: readonly Tool[]): ReadonlyMap<string, CallersTool> {
  const byName = new Map<string, CallersTool>()
  const canonical = new Set(tools.map(({ name }) => name))
  const shared = new Set<string>()
  for (const { name, own } of tools) {
    if (own === undefined) continue
    const callers = { kind: own.kind, name: own.name, namespace: own.namespace }
    byName.set(name, callers)
    // Some models leave the namespace out, which is understood where only one tool can be meant.
    if (own.namespace === null || canonical.has(own.name)) continue
    if (shared.has(own.name)) byName.delete(own.name)
    else byName.set(own.name, callers)
    shared.add(own.name)
  }
  return byName
}

/** What a request may call, by its own choice. */
export type AllowedTools = {
  readonly mode: 'auto' | 'required'
  readonly names: ReadonlySet<string>
}

export function allowedIn(
  choice: unknown,
  nameOf: (entry: Fields) => readonly string[],
): AllowedTools | null {
  const fields = fieldsOf(choice)
  if (fields?.['type'] !== 'allowed_tools') return null
  const allowed = fieldsOf(fields['allowed_tools']) ?? fields
  const names = listOf(allowed['tools']).flatMap((entry) => nameOf(fieldsOf(entry) ?? {}))
  return { mode: allowed['mode'] === 'required' ? 'required' : 'auto', names: new Set(names) }
}

/** Only the tools that a choice allows: other dialects have no list of them. */
export function allowedOf(
  { mode, names }: AllowedTools,
  tools: readonly Tool[],
): Pick<ModelRequest, 'tools' | 'toolChoice'> {
  const left = tools.filter(({ name }) => names.has(name))
  if (left.length > 0) return { tools: left, toolChoice: { kind: mode } }
  return { tools, toolChoice: tools.length === 0 ? null : { kind: 'none' } }
}
