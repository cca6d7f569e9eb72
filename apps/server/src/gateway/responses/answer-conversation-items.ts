import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { pageOf } from '@posthouse/llm/protocols/openai-responses/input-items'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import type { Asked } from './asked.ts'
import { isId } from './kept-ids.ts'
import { addItems, bodyOf, newItems, ownConversation, ownedBy, shown } from './own-conversation.ts'
import { pageQuery } from './page-query.ts'

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
    throw new Refusal('model.field', {
      field: 'items',
      reason: phrase('at least one item is expected'),
    })
  }
  await addItems(parts, exchange, { of: ownedBy(asked), items })
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
