import { phrase, type Phrase } from '@posthouse/contract/phrases'
import { type Fields, fieldsOf, objectsIn, textOf } from '@posthouse/llm/bytes/fields'
import { hasSummary } from '@posthouse/llm/canonical/summary-item'
import { isReference } from '@posthouse/llm/canonical/items'
import { membersIn } from './edits/body-edit.ts'
import type { BodyRefusal, StateAsked } from './body-facts.ts'
import { isMetadata, metadataExpected } from '../../domain/kept-answers/metadata.ts'

export function stateAsked(fields: Fields, body: Buffer): StateAsked {
  const items = objectsIn(fields['input'])
  return {
    previous: textOf(fields['previous_response_id']),
    conversation: conversationIn(fields),
    store: fields['store'] !== false,
    background: fields['background'] === true,
    stream: fields['stream'] === true,
    references: idsOf(items.filter(isReference)),
    bareReasoning: idsOf(items.filter(isBareReasoning)),
    summaries: hasSummary(items),
    ambiguous: membersIn(body) !== namesIn(fields),
  }
}

/** Number of members of all objects in a value. */
function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return inner.reduce<number>(
    (sum, each) => sum + namesIn(each),
    Array.isArray(value) ? 0 : inner.length,
  )
}

const conversationIn = ({ conversation }: Fields): string | null =>
  textOf(conversation) ?? textOf(fieldsOf(conversation)?.['id'])

export const isBareReasoning = (item: Fields): boolean =>
  item['type'] === 'reasoning' && textOf(item['encrypted_content']) === null

const idsOf = (items: readonly Fields[]): string[] =>
  items.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))

/** With earlier turns, a call may omit its input. */
export const hasTurnBefore = (fields: Fields): boolean =>
  textOf(fields['previous_response_id']) !== null || conversationIn(fields) !== null

/** Refuses invalid state fields. */
export function checkState(fields: Fields): BodyRefusal | null {
  const { previous_response_id: previous, conversation } = fields
  if ((previous ?? null) !== null && typeof previous !== 'string') {
    return invalid('previous_response_id', phrase('a text is expected'))
  }
  if ((conversation ?? null) !== null && conversationIn(fields) === null) {
    return invalid('conversation', phrase('an id is expected'))
  }
  return textOf(previous) !== null && conversationIn(fields) !== null
    ? invalid('conversation', phrase('it cannot be given together with previous_response_id'))
    : checkKept(fields)
}

function checkKept(fields: Fields): BodyRefusal | null {
  // Some suppliers read a string or a number as true.
  const odd = ['background', 'store'].find((name) => !isFlag(fields[name]))
  if (odd !== undefined) return invalid(odd, phrase('true or false is expected'))
  const { metadata = null } = fields
  return metadata === null || isMetadata(metadata) ? null : invalid('metadata', metadataExpected)
}

const isFlag = (value: unknown): boolean => (value ?? null) === null || typeof value === 'boolean'

const invalid = (field: string, reason: Phrase): BodyRefusal => ({
  code: 'model.field',
  params: { field, reason },
})
