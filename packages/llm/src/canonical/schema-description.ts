import type { OutputFormat } from './request.ts'
import { type Fields, textOf } from '../bytes/fields.ts'

/** The description of a format of OpenAI's. */
export function describedIn({ description }: Fields): { readonly description?: string } {
  const text = textOf(description)
  return text === null ? {} : { description: text }
}

/** A schema with what the format says of itself, for dialects whose format is its schema alone. */
export function describedSchema({
  schema,
  description,
}: Extract<OutputFormat, { kind: 'schema' }>): Fields {
  if (description === undefined) return schema
  const own = textOf(schema['description'])
  return { ...schema, description: own === null ? description : `${description}\n\n${own}` }
}
