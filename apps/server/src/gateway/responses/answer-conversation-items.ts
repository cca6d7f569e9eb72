import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import type { Fields } from '@posthouse/llm/bytes/fields'
import { pageOf } from '@posthouse/llm/canonical/items'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import type { StoredItemRequest } from './stored-item-request.ts'
import { isId } from '../../domain/kept-answers/kept-ids.ts'
import { addItems, askedIn, ownConversation, ownedBy, shown } from './own-conversation.ts'
import { pageQuery } from '../../domain/kept-answers/page-query.ts'

/** `GET /v1/conversations/{id}/items` */
export async function listItems(
  parts: GatewayParts,
  exchange: Exchange,
  asked: StoredItemRequest,
): Promise<Buffer> {
  const query = pageQuery(exchange.incoming.url)
  await ownConversation(parts, asked)
  const { conversations } = parts
  const { data: places, ...page } = pageOf(await conversations.places(ownedBy(asked)), query)
  const numbers = places.map(({ number }) => number)
  const items = await conversations.items(ownedBy(asked), exchange.memory, { numbers })
  const texts = new Map(items.map(({ number, item }) => [number, item]))
  return listText(
    numbers.flatMap((number) => texts.get(number) ?? []),
    page,
  )
}

/** `POST /v1/conversations/{id}/items` */
export async function createItems(
  parts: GatewayParts,
  exchange: Exchange,
  asked: StoredItemRequest,
): Promise<Buffer> {
  await ownConversation(parts, asked)
  const { items } = await askedIn(parts, exchange, ['items'])
  if (items.length === 0) {
    throw new Refusal('model.field', {
      field: 'items',
      reason: phrase('at least one item is expected'),
    })
  }
  await addItems(parts, exchange, { of: ownedBy(asked), items })
  const { data, ...page } = pageOf(items, { after: null, limit: items.length, order: 'asc' })
  return listText(
    data.map(({ item }) => item),
    page,
  )
}

/** `items` are JSON. */
const listText = (items: readonly string[], page: Fields): Buffer =>
  Buffer.from(`${JSON.stringify(page).slice(0, -1)},"data":[${items.join(',')}]}`)

/** `GET /v1/conversations/{id}/items/{item}` */
export async function getItem(
  parts: GatewayParts,
  exchange: Exchange,
  asked: StoredItemRequest,
): Promise<Buffer> {
  await ownConversation(parts, asked)
  const { conversations } = parts
  const places = await conversations.places(ownedBy(asked))
  const found = places.find(({ id }) => id === asked.item)
  const numbers = found === undefined ? [] : [found.number]
  const [item] = await conversations.items(ownedBy(asked), exchange.memory, { numbers })
  if (item === undefined) throw new Refusal('item.not-found', { id: asked.item })
  return Buffer.from(item.item)
}

/** `DELETE /v1/conversations/{id}/items/{item}`. Returns the conversation. */
export async function deleteItem(
  parts: GatewayParts,
  _: Exchange,
  asked: StoredItemRequest,
): Promise<object> {
  const conversation = await ownConversation(parts, asked)
  const isGone =
    isId(asked.item) && (await parts.conversations.removeItem(ownedBy(asked), asked.item))
  if (!isGone) throw new Refusal('item.not-found', { id: asked.item })
  return shown(conversation)
}
