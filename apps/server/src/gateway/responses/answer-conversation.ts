import { Refusal } from '@posthouse/contract/refusal'
import { type Fields, objectsIn, parsedFields } from '@posthouse/llm/parts/fields'
import {
  isReference,
  itemsOfInput,
  pageOf,
} from '@posthouse/llm/protocols/openai-responses/input-items'
import type { Caller, Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { readBytes } from '../read-bytes.ts'
import type { Conversation, Owned } from './conversation-store.ts'
import { termsOf } from './keeping-terms.ts'
import { isId, newConversationId, newResponseId } from './kept-ids.ts'
import { isMetadata, metadataExpected } from './metadata.ts'
import { pageQuery } from './page-query.ts'

type Asked = { readonly caller: Caller; readonly id: string; readonly item: string }

/** Of one call: https://platform.openai.com/docs/api-reference/conversations/create-items */
const itemsMax = 20

/** `POST /v1/conversations` */
export async function createConversation(
  parts: GatewayParts,
  exchange: Exchange,
  { caller }: Asked,
): Promise<object> {
  const { ResponseKeepDays } = exchange.snapshot.settings
  if (ResponseKeepDays === 0) throw new Refusal('response.keeping-off', {})
  const body = await bodyOf(exchange)
  const id = newConversationId()
  const items = newItems(body['items'])
  const metadata = metadataIn(body['metadata'])
  const of = { userId: caller.owner.id, id }
  const conversation = await parts.conversations.create(of, metadata, termsOf(parts, exchange))
  if (conversation === null) throw new Refusal('conversation.too-many', {})
  if (items.length > 0) await add(parts, exchange, { of, items })
  return shown(conversation)
}

/** `GET /v1/conversations/{id}` */
export const getConversation = async (
  parts: GatewayParts,
  _: Exchange,
  asked: Asked,
): Promise<object> => shown(await ownConversation(parts, asked))

/** `POST /v1/conversations/{id}` */
export async function updateConversation(
  parts: GatewayParts,
  exchange: Exchange,
  asked: Asked,
): Promise<object> {
  const conversation = await ownConversation(parts, asked)
  const metadata = metadataIn((await bodyOf(exchange))['metadata'])
  await parts.conversations.setMetadata(ownedBy(asked), metadata)
  return shown({ ...conversation, metadata })
}

/** `DELETE /v1/conversations/{id}`: with its items. */
export async function deleteConversation(
  parts: GatewayParts,
  _: Exchange,
  asked: Asked,
): Promise<object> {
  const { id } = await ownConversation(parts, asked)
  await parts.conversations.remove(ownedBy(asked))
  return { id, object: 'conversation.deleted', deleted: true }
}

/** `GET /v1/conversations/{id}/items` */
export async function listItems(
  parts: GatewayParts,
  exchange: Exchange,
  asked: Asked,
): Promise<object> {
  const query = pageQuery(exchange.incoming.url)
  await ownConversation(parts, asked)
  const items = await parts.conversations.items(ownedBy(asked))
  return pageOf(
    items.map(({ item }) => item),
    query,
  )
}

/** `POST /v1/conversations/{id}/items` */
export async function createItems(
  parts: GatewayParts,
  exchange: Exchange,
  asked: Asked,
): Promise<object> {
  await ownConversation(parts, asked)
  const items = newItems((await bodyOf(exchange))['items'])
  if (items.length === 0) {
    throw new Refusal('model.field', { field: 'items', reason: 'at least one item is expected' })
  }
  await add(parts, exchange, { of: ownedBy(asked), items })
  return pageOf(items, { after: null, limit: items.length, order: 'asc' })
}

/** `GET /v1/conversations/{id}/items/{item}` */
export async function getItem(parts: GatewayParts, _: Exchange, asked: Asked): Promise<object> {
  await ownConversation(parts, asked)
  const items = await parts.conversations.items(ownedBy(asked))
  const found = items.find(({ item }) => item['id'] === asked.item)
  if (found === undefined) throw new Refusal('item.not-found', { id: asked.item })
  return found.item
}

/** `DELETE /v1/conversations/{id}/items/{item}`: answers the conversation. */
export async function deleteItem(parts: GatewayParts, _: Exchange, asked: Asked): Promise<object> {
  const conversation = await ownConversation(parts, asked)
  const isGone =
    isId(asked.item) && (await parts.conversations.removeItem(ownedBy(asked), asked.item))
  if (!isGone) throw new Refusal('item.not-found', { id: asked.item })
  return shown(conversation)
}

const ownedBy = ({ caller, id }: Asked): Owned => ({ userId: caller.owner.id, id })

const shown = ({ id, metadata, createdAt }: Conversation): object => ({
  id,
  object: 'conversation',
  created_at: Math.floor(createdAt / 1_000),
  metadata,
})

/** Somebody else's is as unknown as one that never was. */
async function ownConversation(
  { conversations, clock }: GatewayParts,
  asked: Asked,
): Promise<Conversation> {
  const { id } = asked
  const found = isId(id) ? await conversations.find(ownedBy(asked), clock.now()) : null
  if (found === null) throw new Refusal('conversation.not-found', { id })
  return found
}

async function add(
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

/** The body of a call that names no model; none at all is as good as an empty one. */
async function bodyOf({ incoming, snapshot }: Exchange): Promise<Fields> {
  const bytes = await readBytes(incoming.request, snapshot.settings.RequestBodyLimit)
  if (bytes.length === 0) return {}
  const fields = parsedFields(bytes.toString('utf8'))
  if (fields === null) throw new Refusal('request.bad-json', { reason: 'an object is expected' })
  return fields
}

/** Ids are ours, whatever the client calls its items. */
function newItems(given: unknown): readonly Fields[] {
  if ((given ?? null) === null) return []
  const items = objectsIn(given).map((item) => ({ ...item, id: null }))
  const isList = Array.isArray(given) && items.length === given.length && items.length <= itemsMax
  if (!isList || items.some(isReference)) {
    const reason = `a list of at most ${itemsMax} items is expected`
    throw new Refusal('model.field', { field: 'items', reason })
  }
  return itemsOfInput(items, newResponseId())
}

function metadataIn(given: unknown): Fields {
  if ((given ?? null) === null) return {}
  if (!isMetadata(given)) {
    throw new Refusal('model.field', { field: 'metadata', reason: metadataExpected })
  }
  return given
}
