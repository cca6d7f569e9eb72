import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import type { Caller, Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { askPlace, type KeptQuestion } from './ask-place.ts'
import type { StoredItemRequest } from './stored-item-request.ts'
import { cancelRun, changed, describe, shownRun } from './kept-run.ts'
import { eventAfter, followRun } from './follow-run.ts'
import { pageQuery, queryText } from '../../domain/kept-answers/page-query.ts'
import { isId } from '../../domain/kept-answers/kept-ids.ts'
import { readingFor, saidIn } from './resolve-turn.ts'
import type { KeptHead } from '../../domain/kept-answers/kept-response.ts'

/** `GET /v1/responses/{id}` */
export async function getResponse(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, id }: StoredItemRequest,
): Promise<object | null> {
  const kept = await ownResponse(parts, caller, id)
  if (exchange.incoming.url.searchParams.get('stream') === 'true') {
    return await follow(parts, exchange, kept)
  }
  if (kept.place === null) return await shown(parts, exchange, kept)
  const rest = queryText(exchange.incoming.url, ['include', 'include[]'])
  return await asked(parts, exchange, { kept, question: { method: 'GET', id, rest } })
}

/** Streams the events of a background response. */
async function follow(
  parts: GatewayParts,
  exchange: Exchange,
  { userId, id }: KeptHead,
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

/** The response as the client received it, plus fields that only we know. */
async function shown(parts: GatewayParts, exchange: Exchange, kept: KeptHead): Promise<Buffer> {
  const { previous, conversation } = kept
  const response = await textOf(parts, exchange, kept)
  const told = kept.underWay ? await shownRun(parts, kept, response) : response
  const text = await changed(parts, told, {
    ...(previous === '' ? {} : { previous_response_id: previous }),
    ...(conversation === null ? {} : { conversation: { id: conversation.id } }),
    store: true,
  })
  return Buffer.from(text)
}

async function textOf(
  { responses }: GatewayParts,
  { memory }: Exchange,
  kept: KeptHead,
): Promise<string> {
  const text = await responses.text(kept, 'response', memory)
  if (text === null) throw notFound(kept.id)
  return text
}

/** `DELETE /v1/responses/{id}` */
export async function deleteResponse(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, id }: StoredItemRequest,
): Promise<object> {
  const kept = await ownResponse(parts, caller, id)
  if (kept.place !== null) {
    // If the supplier no longer has it, it is deleted here too.
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
  { caller, id }: StoredItemRequest,
): Promise<object> {
  const kept = await ownResponse(parts, caller, id)
  if (kept.place === null) {
    const response = await textOf(parts, exchange, kept)
    const { background } = await describe(parts, response)
    if (!background) throw new Refusal('response.not-cancellable', {})
    if (kept.underWay) await cancelRun(parts, kept, response)
    return await shown(parts, exchange, await ownResponse(parts, caller, id))
  }
  const question: KeptQuestion = { method: 'POST', id, rest: '/cancel' }
  return await asked(parts, exchange, { kept, question })
}

/** `GET /v1/responses/{id}/input_items` */
export async function listInputItems(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, id }: StoredItemRequest,
): Promise<object> {
  const { url } = exchange.incoming
  const query = pageQuery(url)
  const kept = await ownResponse(parts, caller, id)
  if (kept.place !== null) {
    const names = ['after', 'limit', 'order', 'include', 'include[]']
    const rest = `/input_items${queryText(url, names)}`
    return await asked(parts, exchange, { kept, question: { method: 'GET', id, rest } })
  }
  const reading = readingFor(parts, exchange, caller.owner.id)
  const chain = await parts.responses.chain(id, reading)
  const before = await saidIn(parts, reading, chain.slice(0, -1))
  const { memory } = exchange
  const input = chain.at(-1)?.input ?? (await parts.responses.text(kept, 'input', memory)) ?? ''
  // Only the body as read counts against this request's memory.
  const page = { before, input, query }
  return Buffer.from(await parts.bodies.compute('inputPage', page, memory.held()))
}

async function asked(
  parts: GatewayParts,
  exchange: Exchange,
  { kept, question }: { kept: KeptHead; question: KeptQuestion },
): Promise<Buffer> {
  const { place, id } = kept
  const answer = place === null ? null : await askPlace(parts, exchange, { place, question })
  if (answer === null) throw notFound(id)
  return answer
}

/** Another user's id gets the same answer as an unknown id. */
async function ownResponse(
  { responses, clock }: GatewayParts,
  { owner }: Caller,
  id: string,
): Promise<KeptHead> {
  const kept = isId(id) ? await responses.find({ userId: owner.id, id }, clock.now()) : null
  if (kept === null) throw notFound(id)
  return kept
}

const notFound = (id: string): Refusal => new Refusal('response.not-found', { id })
