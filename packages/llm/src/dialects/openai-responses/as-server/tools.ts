import { type Fields, fieldsOf, flagOf, listOf, textOf } from '../../../bytes/fields.ts'
import {
  allowedIn,
  allowedOf,
  functionFor,
  toolNames,
  type ToolNames,
} from '../../../canonical/calls/own-tools.ts'
import { untranslatedFields } from '../../../canonical/calls/untranslated-fields.ts'
import type { ModelRequest, OwnTool, Tool, ToolChoice } from '../../../canonical/request.ts'

type DecodedTools = {
  readonly tools: readonly Tool[]
  readonly names: ToolNames
  readonly lost: readonly string[]
}

/** An entry that is a function or a custom tool, of a namespace or of none. */
type ToolEntry = { readonly name: string; readonly tool: Fields; readonly group: ToolGroup | null }

type ToolGroup = { readonly namespace: string; readonly given: Fields }

/** Of the request, and of the items that found or brought more on the way. */
export function decodeTools(list: unknown, items: readonly unknown[]): DecodedTools {
  const lost: string[] = []
  const given = entriesIn(list, 'tools', lost)
  const known = new Set(given.map(keyOf))
  const brought = items.flatMap((value, index) => {
    const item = fieldsOf(value) ?? {}
    return bringTools.has(item['type'])
      ? entriesIn(item['tools'], `input.${index}.tools`, lost).filter((entry) =>
          isNew(known, entry),
        )
      : []
  })
  const entries = [...given, ...brought]
  const names = toolNames(
    entries.map(({ name, group }) => ({ name, namespace: group?.namespace ?? null })),
  )
  return { tools: toolsOf(entries, names), names, lost }
}

const bringTools: ReadonlySet<unknown> = new Set(['tool_search_output', 'additional_tools'])

const keyOf = ({ name, group }: ToolEntry): string =>
  JSON.stringify([group?.namespace ?? null, name])

/** Mutates what is known. */
function isNew(known: Set<string>, entry: ToolEntry): boolean {
  const key = keyOf(entry)
  const isKnown = known.has(key)
  known.add(key)
  return !isKnown
}

const entriesIn = (list: unknown, within: string, lost: string[]): ToolEntry[] =>
  listOf(list).flatMap((value, index) => {
    const place = `${within}.${index}`
    const fields = fieldsOf(value) ?? {}
    const group = groupIn(fields)
    if (group === null) return entryOf(fields, null, { place, lost })
    return listOf(fields['tools']).flatMap((inner, at) =>
      entryOf(fieldsOf(inner) ?? {}, group, { place: `${place}.tools.${at}`, lost }),
    )
  })

function groupIn(fields: Fields): ToolGroup | null {
  const namespace = textOf(fields['name'])
  if (fields['type'] !== 'namespace' || namespace === null) return null
  const { tools: _, ...given } = fields
  return { namespace, given }
}

/** A search among the caller's tools that the caller makes itself. */
const searchName = 'tool_search'

const kinds: Readonly<Record<string, OwnTool['kind']>> = { custom: 'custom', tool_search: 'search' }

const namedOfFunction = ['type', 'name', 'description', 'parameters', 'strict']

/** None: a tool of OpenAI's own kinds, which is lost. */
function entryOf(
  tool: Fields,
  group: ToolGroup | null,
  { place, lost }: { readonly place: string; readonly lost: string[] },
): ToolEntry[] {
  const isSearch = tool['type'] === 'tool_search' && tool['execution'] === 'client'
  const name = isSearch ? searchName : textOf(tool['name'])
  if (name !== null && (isSearch || tool['type'] === 'function' || tool['type'] === 'custom')) {
    // A tool that was found says still that it was to be found.
    const known = place.startsWith('input.')
      ? [...namedOfFunction, 'defer_loading']
      : namedOfFunction
    const unread = tool['type'] === 'function' ? untranslatedFields(tool, known, place) : []
    for (const field of unread) lost.push(field)
    return [{ name, tool, group }]
  }
  lost.push(place)
  return []
}

/** A namespace that is given twice, as by a search that found it again, has each of its tools once. */
function toolsOf(entries: readonly ToolEntry[], names: ToolNames): Tool[] {
  const grouped = new Set<string>()
  const namespaces = new Set<string>()
  return entries.flatMap(({ name, tool, group }) => {
    if (group === null) return [decodeTool(tool, name, null)]
    const joined = names.joined(group.namespace, name)
    if (grouped.has(joined)) return []
    grouped.add(joined)
    const isFirst = !namespaces.has(group.namespace)
    namespaces.add(group.namespace)
    const decoded = decodeTool(tool, joined, group)
    return [isFirst ? withPurpose(decoded, group) : decoded]
  })
}

/** What a namespace is for is said with its first tool. */
function withPurpose(tool: Tool, { given }: ToolGroup): Tool {
  const texts = [textOf(given['description']) ?? '', tool.description ?? '']
  const described = texts.filter((text) => text !== '').join('\n\n')
  return described === '' ? tool : { ...tool, description: described }
}

function decodeTool(tool: Fields, name: string, group: ToolGroup | null): Tool {
  const description = textOf(tool['description'])
  const kind = kinds[textOf(tool['type']) ?? ''] ?? 'function'
  const described =
    kind === 'custom'
      ? functionFor(description, tool['format'])
      : {
          description,
          parameters: fieldsOf(tool['parameters']),
          strict: flagOf(tool['strict']),
        }
  if (kind === 'function' && group === null) return { name, ...described }
  return {
    name,
    ...described,
    own: {
      kind,
      name: textOf(tool['name']) ?? name,
      namespace: group?.namespace ?? null,
      given: tool,
      group: group?.given ?? null,
    },
  }
}

type ToolSelection = Pick<ModelRequest, 'tools' | 'toolChoice'>

/** The tools that the request lets the model call, and its choice among them. */
export function chosenTools(choice: unknown, { tools, names }: DecodedTools): ToolSelection {
  const named = namedTools(tools, names)
  const allowed = allowedIn(choice, named)
  if (allowed !== null) return allowedOf(allowed, tools)
  return { tools, toolChoice: decodeToolChoice(choice, named) }
}

/** The canonical names of the tools that an entry of a choice names; a namespace is all of its tools. */
type ToolNameReader = (entry: Fields) => readonly string[]

function namedTools(tools: readonly Tool[], names: ToolNames): ToolNameReader {
  const within = new Map<string, string[]>()
  const short = new Map<string, string[]>()
  const outside = new Set<string>()
  for (const { name, own } of tools) {
    if (own === undefined || own.namespace === null) outside.add(name)
    else {
      listed(within, own.namespace, name)
      listed(short, own.name, name)
    }
  }
  return (entry) => {
    const name = textOf(entry['name'])
    if (name === null) return []
    if (entry['type'] === 'namespace') return within.get(name) ?? []
    const namespace = textOf(entry['namespace'])
    if (namespace !== null) return [names.joined(namespace, name)]
    // Without its namespace a tool is understood where only one can be meant.
    const meant = short.get(name) ?? []
    return !outside.has(name) && meant.length === 1 ? meant : [name]
  }
}

function listed(lists: Map<string, string[]>, key: string, name: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [name])
  else list.push(name)
}

const asNamed: ToolNameReader = ({ name }) => (typeof name === 'string' ? [name] : [])

/** Null: not said, or a choice among tools that are not the caller's own. */
function decodeToolChoice(value: unknown, named: ToolNameReader): ToolChoice | null {
  if (value === 'auto' || value === 'none' || value === 'required') return { kind: value }
  const choice = fieldsOf(value) ?? {}
  const isOwn = choice['type'] === 'function' || choice['type'] === 'custom'
  const [name] = isOwn ? named(choice) : []
  return name === undefined ? null : { kind: 'tool', name }
}

/** A choice of which the canonical form knows all that it says. */
export const isDecoded = (value: unknown): boolean =>
  decodeToolChoice(value, asNamed) !== null || fieldsOf(value)?.['type'] === 'allowed_tools'
