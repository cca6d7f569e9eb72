import { type Fields, fieldsOf, listOf } from '@posthouse/llm/bytes/fields'
import type { SpokenDialect } from '@posthouse/llm/canonical/dialect'
import { reasoningTurns } from '@posthouse/llm/suppliers/reasoning-turns'
import { editFields } from './body-edit.ts'

/** The reasoning of a model before tool calls, by the index of their message and in their order, as far as it is known. */
export type ReasoningBefore = () => Promise<ReadonlyMap<number, string>>

type Body = { readonly dialect: SpokenDialect; readonly body: Buffer }

/**
 * A chat in which every turn with tool calls says what was thought before them, as suppliers with the quirk
 * `reasoning-comes-back` insist in each of their dialects. What nobody remembers was nothing.
 */
export async function withReasoning(
  { dialect, body }: Body,
  reasoningBefore: ReasoningBefore,
): Promise<Buffer> {
  const { word, hasCalls, lacks, told, isInOrder } = reasoningTurns(dialect)
  if (!body.includes(word)) return body
  const fields = fieldsOf(JSON.parse(body.toString('utf8'))) ?? {}
  const messages = listOf(fields['messages']).map((message) => fieldsOf(message) ?? {})
  if (!messages.some(lacks) || isOff(fields)) return body
  const known = await reasoningBefore()
  const inOrder = [...known.values()].values()
  const whole = messages.map((message, index) => {
    const nth = hasCalls(message) ? inOrder.next().value : undefined
    const text = isInOrder ? nth : known.get(index)
    return lacks(message) ? told(message, text ?? '') : message
  })
  return editFields(body, new Map([['messages', JSON.stringify(whole)]]))
}

/** A model that does not think has nothing to come back. */
const isOff = (fields: Fields): boolean =>
  fields['reasoning_effort'] === 'none' || fieldsOf(fields['thinking'])?.['type'] === 'disabled'
