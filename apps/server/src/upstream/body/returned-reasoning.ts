import { type Fields, fieldsOf, listOf, objectsIn, textOf } from '@posthouse/llm/parts/fields'
import { editFields } from './body-edit.ts'

/** The reasoning of a model before tool calls, by the index of their message, as far as it is known. */
export type ReasoningBefore = () => Promise<ReadonlyMap<number, string>>

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
  if (!messages.some(lacksReasoning) || isOff(fields)) return body
  const known = await reasoningBefore()
  const told = messages.map((message, index) =>
    lacksReasoning(message)
      ? { ...fieldsOf(message), reasoning_content: known.get(index) ?? '' }
      : message,
  )
  return editFields(body, new Map([['messages', JSON.stringify(told)]]))
}

function lacksReasoning(message: unknown): boolean {
  const fields = fieldsOf(message) ?? {}
  if (fields['role'] !== 'assistant' || textOf(fields['reasoning_content']) !== null) return false
  return objectsIn(fields['tool_calls']).some(({ id }) => textOf(id) !== null)
}

/** A model that does not think has nothing to come back. */
const isOff = (fields: Fields): boolean =>
  fields['reasoning_effort'] === 'none' || fieldsOf(fields['thinking'])?.['type'] === 'disabled'
