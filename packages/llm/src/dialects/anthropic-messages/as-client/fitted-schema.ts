import { type Fields, fieldsOf, listOf, textOf } from '../../../bytes/fields.ts'

/*
 * The vendor takes a part of JSON Schema where it holds the model to it, and refuses the rest:
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations.
 * Callers of other dialects cannot know. What is refused goes into the description, where the model
 * still reads it, as the vendor's own libraries do.
 */

export function fittedSchema(schema: Fields): Fields {
  const isReference = schema['$ref'] !== undefined
  const kept: [string, unknown][] = []
  const told: string[] = []
  for (const [name, value] of Object.entries(schema)) {
    const part = partOf(name, value)
    if (part !== null && (!isReference || part.goesWithReference))
      kept.push([part.name, part.value])
    if (part === null && !isSilent(name)) told.push(`${name}: ${JSON.stringify(value)}`)
  }
  if (isReference) return Object.fromEntries(kept)
  if (schema['type'] === 'object' || fieldsOf(schema['properties']) !== null) {
    kept.push(['additionalProperties', false])
  }
  if (told.length > 0) {
    const words = [textOf(schema['description']), `{${told.join(', ')}}`]
    kept.push(['description', words.filter((text) => text !== null).join('\n\n')])
  }
  return Object.fromEntries(kept)
}

type SchemaPart = {
  readonly name: string
  readonly value: unknown
  /** A reference stands alone but for what it refers to. */
  readonly goesWithReference: boolean
}

/** Null: the vendor refuses it. */
function partOf(name: string, value: unknown): SchemaPart | null {
  if (name === '$ref') return { name, value, goesWithReference: true }
  if (name === '$defs' || name === 'definitions') {
    return { name, value: fittedMap(value), goesWithReference: true }
  }
  const plainPart = { name, value, goesWithReference: false }
  if (isTaken(name, value)) return plainPart
  if (name === 'properties') return { ...plainPart, value: fittedMap(value) }
  if (name === 'items') return { ...plainPart, value: fittedOrSame(value) }
  if (name !== 'anyOf' && name !== 'oneOf' && name !== 'allOf') return null
  const fitted = listOf(value).map(fittedOrSame)
  return { ...plainPart, name: name === 'oneOf' ? 'anyOf' : name, value: fitted }
}

/** Says nothing to a model: what is forced anyway, and `$schema` and its like. */
const isSilent = (name: string): boolean => name === 'additionalProperties' || name.startsWith('$')

const fittedOrSame = (value: unknown): unknown => {
  const schema = fieldsOf(value)
  return schema === null ? value : fittedSchema(schema)
}

const fittedMap = (value: unknown): Fields =>
  Object.fromEntries(
    Object.entries(fieldsOf(value) ?? {}).map(([name, schema]) => [name, fittedOrSame(schema)]),
  )

const plain = ['type', 'description', 'title', 'const', 'enum', 'required', 'default']
const formats = 'date-time time date duration email hostname uri ipv4 ipv6 uuid'.split(' ')

const isTaken = (name: string, value: unknown): boolean =>
  plain.includes(name) ||
  (name === 'format' && formats.includes(textOf(value) ?? '')) ||
  (name === 'minItems' && (value === 0 || value === 1))
