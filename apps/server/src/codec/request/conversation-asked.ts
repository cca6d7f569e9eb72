import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { type Fields, objectsIn, parsedFields } from '@posthouse/llm/bytes/fields'
import { isReference, itemsOfInput } from '@posthouse/llm/canonical/items'
import { bufferOf } from '../../lib/bytes.ts'
import { checkExtent } from './body-extent.ts'
import { refusalOf } from './body-refusal.ts'
import type { ItemText } from '../../domain/kept-answers/conversation-store.ts'
import { itemTexts } from '../../domain/kept-answers/item-texts.ts'
import { newResponseId } from '../../domain/kept-answers/kept-ids.ts'
import { isMetadata, metadataExpected } from '../../domain/kept-answers/metadata.ts'

export type ConversationBody = {
  readonly body: Uint8Array
  readonly wanted: readonly ('items' | 'metadata')[]
}

export type ConversationAsked = {
  readonly items: readonly ItemText[]
  readonly metadata: Fields
}

/** Items of one call: https://platform.openai.com/docs/api-reference/conversations/create-items */
const itemsMax = 20

/** Reads the body of a conversation call. Refuses 400. */
export function conversationAsked({ body, wanted }: ConversationBody): ConversationAsked {
  const fields = fieldsIn(bufferOf(body))
  return {
    items: wanted.includes('items') ? itemTexts(newItems(fields['items'])) : [],
    metadata: wanted.includes('metadata') ? metadataIn(fields['metadata']) : {},
  }
}

/** A missing body counts as an empty object. */
function fieldsIn(bytes: Buffer): Fields {
  if (bytes.length === 0) return {}
  const tooMuch = checkExtent(bytes, null)
  if (tooMuch !== null) throw refusalOf(tooMuch)
  const fields = parsedFields(bytes.toString('utf8'))
  if (fields === null) {
    throw new Refusal('request.bad-json', { reason: phrase('an object is expected') })
  }
  return fields
}

/** Items get our ids, whatever ids the client sent. */
function newItems(given: unknown): readonly Fields[] {
  if ((given ?? null) === null) return []
  if (!Array.isArray(given) || given.length > itemsMax) throw listExpected()
  const items = objectsIn(given).map((item) => ({ ...item, id: null }))
  if (items.length < given.length || items.some(isReference)) throw listExpected()
  return itemsOfInput(items, newResponseId())
}

const listExpected = (): Refusal =>
  new Refusal('model.field', {
    field: 'items',
    reason: phrase('a list of at most {limit} items is expected', { limit: itemsMax }),
  })

function metadataIn(given: unknown): Fields {
  if ((given ?? null) === null) return {}
  if (!isMetadata(given)) {
    throw new Refusal('model.field', { field: 'metadata', reason: metadataExpected })
  }
  return given
}
