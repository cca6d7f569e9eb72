import { type Fields, fieldsOf, listOf, textOf, withoutNulls } from '../../bytes/fields.ts'
import { camelled } from './spelling.ts'

/**
 * The vendor's `Schema`, a subset of OpenAPI 3.0, as JSON Schema: types in lower case, `nullable` as
 * a type of its own, numbers that came as text (int64), properties in the order that was asked for.
 * https://ai.google.dev/api/caching#Schema
 */
export function jsonSchemaOf(value: unknown): Fields | null {
  const schema = camelled(value)
  if (schema === null) return null
  const { type, nullable, propertyOrdering, ...others } = schema
  const kept = withoutNulls({
    ...Object.fromEntries(
      Object.entries(others).map(([name, held]) => [name, translated(name, held)]),
    ),
    properties: propertiesOf(schema['properties'], listOf(propertyOrdering)),
  })
  return withNull({ ...withoutNulls({ type: typeOf(type) }), ...kept }, nullable === true)
}

const counted = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']

function translated(name: string, value: unknown): unknown {
  if (name === 'items') return jsonSchemaOf(value)
  if (name === 'anyOf') return listOf(value).map(jsonSchemaOf)
  if (counted.includes(name) && typeof value === 'string') return Number(value)
  return value
}

function propertiesOf(value: unknown, order: readonly unknown[]): Fields | null {
  const properties = fieldsOf(value)
  if (properties === null) return null
  const names = Object.keys(properties)
  const ordered = order.filter(
    (name): name is string => typeof name === 'string' && Object.hasOwn(properties, name),
  )
  return Object.fromEntries(
    [...new Set([...ordered, ...names])].map((name) => [
      name,
      jsonSchemaOf(properties[name]) ?? {},
    ]),
  )
}

function typeOf(type: unknown): string | null {
  const name = textOf(type)?.toLowerCase() ?? null
  return name === 'type_unspecified' ? null : name
}

function withNull(schema: Fields, isNullable: boolean): Fields {
  if (!isNullable) return schema
  const values = schema['enum']
  return {
    ...schema,
    ...(typeof schema['type'] === 'string' ? { type: [schema['type'], 'null'] } : {}),
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
    ...(Array.isArray(schema['anyOf']) ? { anyOf: [...schema['anyOf'], { type: 'null' }] } : {}),
  }
}
