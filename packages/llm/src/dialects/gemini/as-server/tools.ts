import type { Tool, ToolChoice } from '../../../canonical/request.ts'
import { type Fields, fieldsOf, listedOf, listOf, textOf } from '../../../bytes/fields.ts'
import { jsonSchemaOf } from '../schema.ts'
import { camelled, without } from '../spelling.ts'

type DecodedTools = { readonly tools: readonly Tool[]; readonly lost: readonly string[] }

/** Everything beside functions is a tool of Google's own. */
export function decodeTools(value: unknown): DecodedTools {
  const tools: Tool[] = []
  const lost: string[] = []
  for (const [index, entry] of listedOf(value).entries()) {
    const group = camelled(entry) ?? {}
    const declared = listedOf(group['functionDeclarations'])
    const others = Object.keys(without(group, ['functionDeclarations']) ?? {})
    if (declared.length === 0) lost.push(`tools.${index}`)
    else for (const name of others) lost.push(`tools.${index}.${name}`)
    for (const [place, declaration] of declared.entries()) {
      const tool = decodeTool(declaration)
      if (tool === null) lost.push(`tools.${index}.functionDeclarations.${place}`)
      else tools.push(tool)
    }
  }
  return { tools, lost }
}

function decodeTool(value: unknown): Tool | null {
  const made = camelled(value)
  const name = textOf(made?.['name'])
  if (made === null || name === null) return null
  return {
    name,
    description: textOf(made['description']),
    parameters: fieldsOf(made['parametersJsonSchema']) ?? jsonSchemaOf(made['parameters']),
    strict: null,
  }
}

/** Tools that may be called. The rest of what the vendor configures for tools stays in `rest`. */
type DecodedChoice = {
  readonly toolChoice: ToolChoice | null
  readonly lost: readonly string[]
  readonly rest: Fields
}

export function decodeToolConfig(value: unknown): DecodedChoice {
  const config = camelled(value) ?? {}
  const others = without(config, ['functionCallingConfig'])
  const calling = camelled(config['functionCallingConfig']) ?? {}
  const mode = textOf(calling['mode'])?.toUpperCase() ?? ''
  const allowed = listOf(calling['allowedFunctionNames']).filter((name) => typeof name === 'string')
  const place = 'toolConfig.functionCallingConfig'
  return {
    toolChoice: choiceOf(mode, allowed),
    rest: others === null ? {} : { toolConfig: others },
    lost: [
      ...(mode === 'VALIDATED' ? [`${place}.mode`] : []),
      ...(allowed.length > 1 ? [`${place}.allowedFunctionNames`] : []),
    ],
  }
}

/** One function that is allowed must be called; one of several is as close as ours comes. */
function choiceOf(mode: string, [name, ...others]: readonly string[]): ToolChoice | null {
  const kind = modes.get(mode)
  if (kind === undefined) return null
  if (kind !== 'required' || name === undefined || others.length > 0) return { kind }
  return { kind: 'tool', name }
}

const modes: ReadonlyMap<string, 'auto' | 'none' | 'required'> = new Map([
  ['AUTO', 'auto'],
  ['VALIDATED', 'auto'],
  ['ANY', 'required'],
  ['NONE', 'none'],
])
