import { Refusal } from '@posthouse/contract/refusal'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { readBytes } from '../../http/read-bytes.ts'
import type { StoredItemRequest } from './stored-item-request.ts'
import type { ConversationAsked, ConversationBody } from '../../codec/request/conversation-asked.ts'
import type {
  StoredConversation,
  ItemText,
  OwnedId,
} from '../../domain/kept-answers/conversation-store.ts'
import { termsOf } from '../../domain/kept-answers/keeping-terms.ts'
import { isId } from '../../domain/kept-answers/kept-ids.ts'

export const ownedBy = ({ caller, id }: StoredItemRequest): OwnedId => ({
  userId: caller.owner.id,
  id,
})

export const shown = ({ id, metadata, createdAt }: StoredConversation): object => ({
  id,
  object: 'conversation',
  created_at: Math.floor(createdAt / 1_000),
  metadata,
})

/** Another user's id gets the same answer as an unknown id. */
export async function ownConversation(
  { conversations, clock }: GatewayParts,
  asked: StoredItemRequest,
): Promise<StoredConversation> {
  const { id } = asked
  const found = isId(id) ? await conversations.find(ownedBy(asked), clock.now()) : null
  if (found === null) throw new Refusal('conversation.not-found', { id })
  return found
}

/** Reads the body of a call without a model. */
export async function askedIn(
  { bodies }: GatewayParts,
  { incoming, snapshot, memory }: Exchange,
  wanted: ConversationBody['wanted'],
): Promise<ConversationAsked> {
  const body = await readBytes(incoming.request, snapshot.settings.RequestBodyLimit, memory)
  return await bodies.compute('conversationAsked', { body, wanted }, body.length)
}

export async function addItems(
  parts: GatewayParts,
  exchange: Exchange,
  { of, items }: { of: OwnedId; items: readonly ItemText[] },
): Promise<void> {
  const terms = termsOf(parts, exchange)
  const added = await parts.conversations.add(of, items, terms)
  if (added === 'gone') throw new Refusal('conversation.not-found', { id: of.id })
  if (added === 'too-many') throw new Refusal('conversation.too-many', {})
  if (added === 'full') throw new Refusal('conversation.full', { limit: terms.bytesMax })
}
