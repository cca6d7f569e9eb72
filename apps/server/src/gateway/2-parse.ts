import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import type { Caller, Exchange, Request } from './exchange.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { readBytes } from '../http/read-bytes.ts'
import { costTerms } from './wire/cost-terms.ts'
import { resolveTurn } from './responses/resolve-turn.ts'
import type { BodyFacts } from './surfaces/body-facts.ts'
import { refusalOf } from './surfaces/body-refusal.ts'

/** The body, and what routing and price need of it. Refuses 400, 404, 408, 413, 415. */
export async function parse(
  parts: ParseParts,
  exchange: Exchange,
  caller: Caller,
): Promise<Request> {
  const { incoming, named, snapshot } = exchange
  const { headers } = incoming.request
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!isJson(headers['content-type']) || encoding !== 'identity') {
    throw new Refusal('request.media-type', {})
  }
  const body = await readBytes(
    incoming.request,
    snapshot.settings.RequestBodyLimit,
    exchange.memory,
  )
  const facts = await factsOf(parts, exchange, body)
  checkName(named?.model ?? facts.model)
  const money = costTerms(headers, caller.token, snapshot.settings.QuotaPerUnit)
  const turn = await resolveTurn(parts, exchange, { caller, state: facts.state, body })
  if (turn === null) return { ...facts, ...named, body, turn, ...money }
  // Earlier turns are part of the prompt: they are counted and paid for.
  const whole = turn.body === body ? facts : await factsOf(parts, exchange, turn.body)
  const extraTokens = whole.extraTokens + (turn.bound?.tokens ?? 0)
  const elsewhere = whole.elsewhere || turn.bound !== null
  return { ...whole, ...named, extraTokens, elsewhere, body: turn.body, turn, ...money }
}

type ParseParts = Pick<GatewayParts, 'bodies' | 'responses' | 'conversations' | 'clock'>

async function factsOf(
  { bodies }: ParseParts,
  { surface: { name, limitRequired: field } }: Exchange,
  body: Buffer,
): Promise<BodyFacts> {
  const reading = await bodies.read(name, body)
  if (!reading.ok) throw refusalOf(reading.refusal)
  const { facts } = reading
  if (field !== undefined && facts.outputLimit === null) {
    throw new Refusal('model.required', { field })
  }
  return facts
}

/** No model is called so, and no database keeps it. */
function checkName(model: string): void {
  if (!/\p{Cc}/u.test(model)) return
  throw new Refusal('model.field', { field: 'model', reason: phrase('it has control characters') })
}

/** A client that names no type means JSON; one that names another means that. */
const isJson = (type: string | undefined): boolean =>
  type === undefined || /^application\/([\w.+-]+\+)?json\b/i.test(type)
