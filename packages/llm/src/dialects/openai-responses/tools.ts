import { type Fields, fieldsOf, flagOf, textOf, withoutNulls } from '../../bytes/fields.ts'
import { describedIn } from '../../canonical/schema-description.ts'
import type { OutputFormat, Tool, ToolChoice } from '../../canonical/request.ts'

/* Fields that a request and the response, which repeats them, write alike. */

/**
 * Functions are strict here unless it is said that they are not, unlike in every other dialect:
 * `strictByDefault` is what null means to the caller.
 */
export const encodeTool = (
  { name, description, parameters, strict }: Tool,
  strictByDefault: boolean,
): Fields => ({
  ...withoutNulls({
    type: 'function',
    name,
    description,
    strict: strict ?? (strictByDefault ? null : false),
  }),
  parameters,
})

export const encodeToolChoice = (choice: ToolChoice): unknown =>
  choice.kind === 'tool' ? { type: 'function', name: choice.name } : choice.kind

export function decodeFormat(value: unknown): OutputFormat | null {
  const format = fieldsOf(value)
  switch (format?.['type']) {
    case 'text':
      return { kind: 'text' }
    case 'json_object':
      return { kind: 'json' }
    case 'json_schema':
      return {
        kind: 'schema',
        name: textOf(format['name']) ?? '',
        ...describedIn(format),
        schema: fieldsOf(format['schema']) ?? {},
        strict: flagOf(format['strict']),
      }
    default:
      return null
  }
}

export function encodeFormat(format: OutputFormat): Fields {
  if (format.kind !== 'schema') return { type: format.kind === 'json' ? 'json_object' : 'text' }
  const { name, description, schema, strict } = format
  return withoutNulls({ type: 'json_schema', name, description, schema, strict })
}
