import { type Fields, fieldsOf, listOf, objectsIn, textOf } from '@posthouse/llm/parts/fields'
import { editFields } from './body-edit.ts'

/** The reasoning of a model before tool calls, by their ids and in their order; null: nobody knows. */
export type ReasoningBefore = (callIds: readonly string[]) => Promise<readonly (string | null)[]>

/**
 * A chat in OpenAI's dialect in which every turn with tool calls says what was thought before them, as
 * suppliers with the quirk `reasoning-comes-back` insist. What nobody remembers was nothing.
 */
export async function withReasoning(
  body: Buffer,
  reasoningBefore: ReasoningBefore,
): Promise<Buffer> {
  if (!body.includes('tool_calls')) return body
  const fields = fieldsOf(JSON.parse(body.toString('utf8'))) ?? {}
  const messages = listOf(fields['messages'])
  const ids = messages.flatMap(callsWithoutReasoning)
  if (ids.length === 0 || isOff(fields)) return body
  const found = await reasoningBefore(ids)
  const known = new Map(ids.map((id, at) => [id, found[at] ?? null]))
  const told = messages.map((message) => {
    const calls = callsWithoutReasoning(message)
    if (calls.length === 0) return message
    const reasoning = calls.map((id) => known.get(id) ?? null).find((text) => text !== null)
    return { ...fieldsOf(message), reasoning_content: reasoning ?? '' }
  })
  return editFields(body, new Map([['messages', JSON.stringify(told)]]))
}

function callsWithoutReasoning(message: unknown): string[] {
  const fields = fieldsOf(message) ?? {}
  if (fields['role'] !== 'assistant' || textOf(fields['reasoning_content']) !== null) return []
  return objectsIn(fields['tool_calls']).flatMap(({ id }) => textOf(id) ?? [])
}

/** A model that does not think has nothing to come back. */
const isOff = (fields: Fields): boolean =>
  fields['reasoning_effort'] === 'none' || fieldsOf(fields['thinking'])?.['type'] === 'disabled'
