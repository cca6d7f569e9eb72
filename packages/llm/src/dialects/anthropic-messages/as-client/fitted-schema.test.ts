import { expect, it } from 'vitest'
import { fittedSchema } from './fitted-schema.ts'

it('keeps what the vendor takes, at any depth', () => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: {
      a: { type: 'array', minItems: 1, items: { type: 'string', format: 'date', enum: ['x'] } },
      b: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/c' }], default: null },
    },
    additionalProperties: false,
    $defs: { c: { type: 'object', properties: {}, additionalProperties: false } },
  }
  expect(fittedSchema(schema)).toEqual(schema)
})

it('closes objects, and leaves out what says nothing to a model', () => {
  expect(
    fittedSchema({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { a: { properties: {} } },
      additionalProperties: { type: 'string' },
    }),
  ).toEqual({
    type: 'object',
    properties: { a: { properties: {}, additionalProperties: false } },
    additionalProperties: false,
  })
})

it('tells the model in words what the vendor refuses', () => {
  expect(
    fittedSchema({
      type: 'object',
      properties: {
        n: { type: 'integer', description: 'How many', minimum: 1, maximum: 9 },
        s: { type: 'string', format: 'date-like', pattern: '^a' },
        l: { type: 'array', minItems: 2 },
      },
    })['properties'],
  ).toEqual({
    n: { type: 'integer', description: 'How many\n\n{minimum: 1, maximum: 9}' },
    s: { type: 'string', description: '{format: "date-like", pattern: "^a"}' },
    l: { type: 'array', description: '{minItems: 2}' },
  })
})

it('knows one of several as any of them', () => {
  expect(fittedSchema({ oneOf: [{ type: 'string', minLength: 1 }] })).toEqual({
    anyOf: [{ type: 'string', description: '{minLength: 1}' }],
  })
})

it('keeps with a reference nothing but what it refers to', () => {
  const definitions = { a: { type: 'string' } }
  expect(fittedSchema({ $ref: '#/definitions/a', title: 'A', minLength: 1, definitions })).toEqual({
    $ref: '#/definitions/a',
    definitions,
  })
})
