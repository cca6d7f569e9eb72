import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import type { Fields } from '@posthouse/llm/parts/fields'
import { pageOf } from '@posthouse/llm/protocols/openai-responses/input-items'
import type { Caller, Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { askPlace, type KeptQuestion } from './ask-place.ts'
import type { Asked } from './asked.ts'
import { cancelRun, shownRun } from './kept-run.ts'
import { eventAfter, followRun } from './follow-run.ts'
import { pageQuery, queryText } from './page-query.ts'
import { isId } from './kept-ids.ts'
import { itemsOfChain, readingFor } from './resolve-turn.ts'
import type { KeptResponse } from './kept-response.ts'

/** `GET /v1/responses/{id}` */
export async function getResponse(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, id }: Asked,
): Promise<object | null> {
  const kept = await ownResponse(parts, caller, id)
  if (exchange.incoming.url.searchParams.get('stream') === 'true') {
    return await follow(parts, exchange, kept)
  }
  if (kept.place === null) return await shown(parts, kept)
  const rest = queryText(exchange.incoming.url, ['include', 'include[]'])
  return await asked(parts, exchange, { kept, question: { method: 'GET', id, rest } })
}

/** Answers by itself, with the events of a response that is made in the background. */
async function follow(
  parts: GatewayParts,
  exchange: Exchange,
  { userId, id }: KeptResponse,
): Promise<null> {
  const { reply, incoming } = exchange
  const of = { userId, id }
  const after = eventAfter(incoming.url)
  if ((await parts.runs.last(of)) === null) {
    const reason = phrase('it was not made in the background as a stream')
    throw new Refusal('model.field', { field: 'stream', reason })
  }
  await followRun(parts, exchange, { client: reply, of, after })
  return null
}

/** As the client was told it, with what only we know of it. */
async function shown(parts: GatewayParts, kept: KeptResponse): Promise<Fields> {
  const { previous, conversation } = kept
  return {
    ...(kept.underWay ? await shownRun(parts, kept) : kept.response),
    ...(previous === '' ? {} : { previous_response_id: previous }),
    ...(conversation === null ? {} : { conversation: { id: conversation.id } }),
    store: true,
  }
}

/** `DELETE /v1/responses/{id}` */
export async function deleteResponse(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, id }: Asked,
): Promise<object> {
  const kept = await ownResponse(parts, caller, id)
  if (kept.place !== null) {
    // What is gone over there is gone here as well.
    const question: KeptQuestion = { method: 'DELETE', id, rest: '' }
    await askPlace(parts, exchange, { place: kept.place, question })
  }
  if (!(await parts.responses.remove({ userId: caller.owner.id, id }))) throw notFound(id)
  return { id, object: 'response', deleted: true }
}

/** `POST /v1/responses/{id}/cancel` */
export async function cancelResponse(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, id }: Asked,
): Promise<object> {
  const kept = await ownResponse(parts, caller, id)
  if (kept.place === null) {
    if (kept.response['background'] !== true) throw new Refusal('response.not-cancellable', {})
    if (kept.underWay) await cancelRun(parts, kept)
    return await shown(parts, await ownResponse(parts, caller, id))
  }
  const question: KeptQuestion = { method: 'POST', id, rest: '/cancel' }
  return await asked(parts, exchange, { kept, question })
}

/** `GET /v1/responses/{id}/input_items` */
export async function listInputItems(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, id }: Asked,
): Promise<object> {
  const { url } = exchange.incoming
  const query = pageQuery(url)
  const kept = await ownResponse(parts, caller, id)
  if (kept.place !== null) {
    const names = ['after', 'limit', 'order', 'include', 'include[]']
    const rest = `/input_items${queryText(url, names)}`
    return await asked(parts, exchange, { kept, question: { method: 'GET', id, rest } })
  }
  const userId = caller.owner.id
  const chain = await parts.responses.chain(id, readingFor(parts, exchange, userId))
  const before = await itemsOfChain(parts, { userId, chain: chain.slice(0, -1) })
  return pageOf([...(before ?? []), ...kept.input], query)
}

async function asked(
  parts: GatewayParts,
  exchange: Exchange,
  { kept, question }: { kept: KeptResponse; question: KeptQuestion },
): Promise<object> {
  const { place, id } = kept
  const answer = place === null ? null : await askPlace(parts, exchange, { place, question })
  if (answer === null) throw notFound(id)
  return answer
}

/** Somebody else's is as unknown as one that never was. */
async function ownResponse(
  { responses, clock }: GatewayParts,
  { owner }: Caller,
  id: string,
): Promise<KeptResponse> {
  const kept = isId(id) ? await responses.find({ userId: owner.id, id }, clock.now()) : null
  if (kept === null) throw notFound(id)
  return kept
}

const notFound = (id: string): Refusal => new Refusal('response.not-found', { id })
