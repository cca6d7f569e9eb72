import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import type { Caller, Exchange, Request } from './exchange.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { readBytes } from '../http/read-bytes.ts'
import { checkFiles, formFields, readUpload, removeUpload } from '../http/uploads/read-upload.ts'
import { costTerms } from './reply/cost-terms.ts'
import { resolveTurn } from './responses/resolve-turn.ts'
import type { BodyFacts } from '../codec/request/body-facts.ts'
import { refusalOf } from '../codec/request/body-refusal.ts'

/** Reads the body and the facts that routing and pricing need. Refuses 400, 404, 408, 413, 415. */
export async function parse(
  parts: ParseParts,
  exchange: Exchange,
  caller: Caller,
): Promise<Request> {
  const { incoming } = exchange
  const form = exchange.surface.form ?? null
  const isForm = /^multipart\/form-data\b/i.test(incoming.request.headers['content-type'] ?? '')
  if (form === 'only' && !isForm) throw new Refusal('request.form-type', {})
  if (form === null || !isForm) {
    return requestOf(parts, exchange, caller, { body: await jsonBody(exchange), files: [] })
  }
  const upload = await readUpload(
    incoming.request,
    exchange.snapshot.settings.UploadLimit,
    parts.spool,
  )
  try {
    checkFiles(exchange.surface.operation, upload.files)
    const body = Buffer.from(JSON.stringify(formFields(upload)))
    return await requestOf(parts, exchange, caller, { body, files: upload.files })
  } catch (error) {
    await removeUpload(upload.files, parts.spool)
    throw error
  }
}

async function jsonBody({ incoming, snapshot, memory }: Exchange): Promise<Buffer> {
  const { headers } = incoming.request
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!isJson(headers['content-type']) || encoding !== 'identity') {
    throw new Refusal('request.media-type', {})
  }
  return readBytes(incoming.request, snapshot.settings.RequestBodyLimit, memory)
}

async function requestOf(
  parts: ParseParts,
  exchange: Exchange,
  caller: Caller,
  { body, files }: Pick<Request, 'body' | 'files'>,
): Promise<Request> {
  const { incoming, named, snapshot } = exchange
  const { headers } = incoming.request
  const facts = await factsOf(parts, exchange, body)
  checkName(named?.model ?? facts.model)
  const money = costTerms(headers, caller.token, snapshot.settings.QuotaPerUnit)
  const turn = await resolveTurn(parts, exchange, { caller, state: facts.state, body })
  if (turn === null) return { ...facts, ...named, body, files, turn, ...money }
  // Earlier turns are part of the prompt, so they are counted and charged.
  const whole = turn.body === body ? facts : await factsOf(parts, exchange, turn.body)
  const extraTokens = whole.extraTokens + (turn.bound?.tokens ?? 0)
  const elsewhere = whole.elsewhere || turn.bound !== null
  return { ...whole, ...named, extraTokens, elsewhere, body: turn.body, files, turn, ...money }
}

type ParseParts = Pick<GatewayParts, 'spool' | 'bodies' | 'responses' | 'conversations' | 'clock'>

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

/** Such a name belongs to no model and cannot be stored. */
function checkName(model: string): void {
  if (!/\p{Cc}/u.test(model)) return
  throw new Refusal('model.field', { field: 'model', reason: phrase('it has control characters') })
}

/** A missing content type means JSON. */
const isJson = (type: string | undefined): boolean =>
  type === undefined || /^application\/([\w.+-]+\+)?json\b/i.test(type)
