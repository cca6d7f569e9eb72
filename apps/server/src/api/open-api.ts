import { api } from '@posthouse/contract/api'
import type { Endpoint } from '@posthouse/contract/endpoint'
import { z } from 'zod'

/** OpenAPI 3.1 of the console's calls, made from the contract. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const path = endpoint.path.replace(/[:*](\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Posthouse console API', version: '1' },
    paths,
  }
}

function operation(name: string, endpoint: Endpoint): object {
  return {
    operationId: name,
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}${endpoint.sessionOnly ? ', from a signed-in browser only' : ''}`,
    tags: [endpoint.path.split('/')[2]],
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input')) } }),
    responses: {
      200: {
        description: isFile(endpoint) ? 'The file' : 'The envelope',
        content: isFile(endpoint)
          ? { [endpoint.format === 'csv' ? 'text/csv' : '*/*']: { schema: { type: 'string' } } }
          : json(envelope(schemaOf(endpoint.reply, 'output'))),
      },
    },
  }
}

const isFile = ({ format }: Endpoint): boolean => format === 'csv' || format === 'file'

const json = (schema: object) => ({ 'application/json': { schema } })

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): object =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' })

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined): object[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

const envelope = (data: object) => ({
  type: 'object',
  required: ['success', 'message'],
  properties: {
    success: { type: 'boolean' },
    message: { type: 'string' },
    code: { type: 'string', description: 'Of a refusal: stable, see the table of refusals' },
    data,
  },
})
