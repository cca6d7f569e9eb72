import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { type Fields, objectsIn, parsedFields } from '@posthouse/llm/parts/fields'
import { isReference, itemsOfInput } from '@posthouse/llm/protocols/openai-responses/input-items'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { readBytes } from '../../http/read-bytes.ts'
import { checkExtent } from '../surfaces/body-extent.ts'
import { refusalOf } from '../surfaces/body-refusal.ts'
import type { Asked } from './asked.ts'
import type { Conversation, Owned } from './conversation-store.ts'
import { termsOf } from './keeping-terms.ts'
import { isId, newResponseId } from './kept-ids.ts'

/** Of one call: https://platform.openai.com/docs/api-reference/conversations/create-items */
const itemsMax = 20

export const ownedBy = ({ caller, id }: Asked): Owned => ({ userId: caller.owner.id, id })

export const shown = ({ id, metadata, createdAt }: Conversation): object => ({
  id,
  object: 'conversation',
  created_at: Math.floor(createdAt / 1_000),
  metadata,
})

/** Somebody else's is as unknown as one that never was. */
export async function ownConversation(
  { conversations, clock }: GatewayParts,
  asked: Asked,
): Promise<Conversation> {
  const { id } = asked
  const found = isId(id) ? await conversations.find(ownedBy(asked), clock.now()) : null
  if (found === null) throw new Refusal('conversation.not-found', { id })
  return found
}

/** The body of a call that names no model; none at all is as good as an empty one. */
export async function bodyOf({ incoming, snapshot, memory }: Exchange): Promise<Fields> {
  const bytes = await readBytes(incoming.request, snapshot.settings.RequestBodyLimit, memory)
  if (bytes.length === 0) return {}
  const tooMuch = checkExtent(bytes)
  if (tooMuch !== null) throw refusalOf(tooMuch)
  const fields = parsedFields(bytes.toString('utf8'))
  if (fields === null)
    throw new Refusal('request.bad-json', { reason: phrase('an object is expected') })
  return fields
}

/** Ids are ours, whatever the client calls its items. */
export function newItems(given: unknown): readonly Fields[] {
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

export async function addItems(
  parts: GatewayParts,
  exchange: Exchange,
  { of, items }: { of: Owned; items: readonly Fields[] },
): Promise<void> {
  const terms = termsOf(parts, exchange)
  const added = await parts.conversations.add(of, items, terms)
  if (added === 'gone') throw new Refusal('conversation.not-found', { id: of.id })
  if (added === 'too-many') throw new Refusal('conversation.too-many', {})
  if (added === 'full') throw new Refusal('conversation.full', { limit: terms.bytesMax })
}
