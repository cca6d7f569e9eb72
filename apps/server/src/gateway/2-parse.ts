import { Refusal } from '@posthouse/contract/refusal'
import type { Exchange, Request } from './exchange.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { readBytes } from './read-bytes.ts'
import type { BodyRefusal } from './surfaces/body-facts.ts'

/** The body, and what routing and price need of it. Refuses 400, 408, 413, 415. */
export async function parse(
  parts: Pick<GatewayParts, 'json'>,
  { incoming, surface, named, snapshot }: Exchange,
): Promise<Request> {
  const { headers } = incoming.request
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!isJson(headers['content-type']) || encoding !== 'identity') {
    throw new Refusal('request.media-type', {})
  }
  const body = await readBytes(incoming.request, snapshot.settings.RequestBodyLimit)
  const reading = await parts.json.read(surface.name, body)
  if (!reading.ok) throw refusalOf(reading.refusal)
  return { ...reading.facts, ...named, body, costAsked: headers['x-posthouse-cost'] === '1' }
}

/** A client that names no type means JSON; one that names another means that. */
const isJson = (type: string | undefined): boolean =>
  type === undefined || /^application\/([\w.+-]+\+)?json\b/i.test(type)

function refusalOf(refusal: BodyRefusal): Refusal {
  switch (refusal.code) {
    case 'request.bad-json':
      return new Refusal(refusal.code, refusal.params)
    case 'model.required':
      return new Refusal(refusal.code, refusal.params)
    case 'model.field':
      return new Refusal(refusal.code, refusal.params)
  }
}
