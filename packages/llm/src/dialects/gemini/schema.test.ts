import { expect, test } from 'vitest'
import { jsonSchemaOf } from './schema.ts'

test('a schema of OpenAPI is one of JSON Schema', () => {
  const schema = jsonSchemaOf({
    type: 'OBJECT',
    property_ordering: ['b', 'a'],
    properties: {
      a: { type: 'ARRAY', min_items: '1', items: { type: 'STRING', nullable: true } },
      b: { type: 'STRING', format: 'enum', enum: ['x'], nullable: true },
      any_of: { anyOf: [{ type: 'NUMBER' }, { type: 'INTEGER' }], nullable: true },
    },
    required: ['a'],
  })
  expect(schema).toEqual({
    type: 'object',
    properties: {
      a: { type: 'array', minItems: 1, items: { type: ['string', 'null'] } },
      b: { type: ['string', 'null'], format: 'enum', enum: ['x', null] },
      any_of: { anyOf: [{ type: 'number' }, { type: 'integer' }, { type: 'null' }] },
    },
    required: ['a'],
  })
  expect(Object.keys(schema?.['properties'] ?? {})).toEqual(['b', 'a', 'any_of'])
  expect(jsonSchemaOf('STRING')).toBeNull()
  expect(jsonSchemaOf({ type: 'TYPE_UNSPECIFIED' })).toEqual({})
})
