import { Refusal } from '@posthouse/contract/refusal'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import type { StoredItemRequest } from './stored-item-request.ts'
import { termsOf } from '../../domain/kept-answers/keeping-terms.ts'
import { newConversationId } from '../../domain/kept-answers/kept-ids.ts'
import { addItems, askedIn, ownConversation, ownedBy, shown } from './own-conversation.ts'

/** `POST /v1/conversations` */
export async function createConversation(
  parts: GatewayParts,
  exchange: Exchange,
  { caller }: StoredItemRequest,
): Promise<object> {
  const { ResponseKeepDays } = exchange.snapshot.settings
  if (ResponseKeepDays === 0) throw new Refusal('response.keeping-off', {})
  const { items, metadata } = await askedIn(parts, exchange, ['items', 'metadata'])
  const id = newConversationId()
  const of = { userId: caller.owner.id, id }
  const conversation = await parts.conversations.create(of, metadata, termsOf(parts, exchange))
  if (conversation === null) throw new Refusal('conversation.too-many', {})
  if (items.length > 0) await addItems(parts, exchange, { of, items })
  return shown(conversation)
}

/** `GET /v1/conversations/{id}` */
export const getConversation = async (
  parts: GatewayParts,
  _: Exchange,
  asked: StoredItemRequest,
): Promise<object> => shown(await ownConversation(parts, asked))

/** `POST /v1/conversations/{id}` */
export async function updateConversation(
  parts: GatewayParts,
  exchange: Exchange,
  asked: StoredItemRequest,
): Promise<object> {
  const conversation = await ownConversation(parts, asked)
  const { metadata } = await askedIn(parts, exchange, ['metadata'])
  await parts.conversations.setMetadata(ownedBy(asked), metadata)
  return shown({ ...conversation, metadata })
}

/** `DELETE /v1/conversations/{id}`, including its items. */
export async function deleteConversation(
  parts: GatewayParts,
  _: Exchange,
  asked: StoredItemRequest,
): Promise<object> {
  const { id } = await ownConversation(parts, asked)
  await parts.conversations.remove(ownedBy(asked))
  return { id, object: 'conversation.deleted', deleted: true }
}
