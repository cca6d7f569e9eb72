import type { IncomingHttpHeaders } from 'node:http'
import { refusalFor, refuse } from './refuse.ts'
import type { Exchange } from './exchange.ts'
import type { Answer, GatewayParts, Lookup } from './gateway-parts.ts'
import { keptLookupAt } from './responses/kept-lookups.ts'
import { klingLookupAt } from './task-calls/kling/kling-lookups.ts'
import { midjourneyLookupAt } from './task-calls/midjourney/midjourney-lookups.ts'
import { sunoLookupAt } from './task-calls/suno/suno-lookups.ts'
import { videoLookupAt } from './task-calls/videos/video-lookups.ts'
import { countedAs } from './addresses/surfaces.ts'
import { billingSubscription, billingUsage } from './lookups/billing.ts'
import { countTokens } from './lookups/count-tokens.ts'
import { explainCall } from './lookups/explain/explain-call.ts'
import { decoded } from '../lib/decoded.ts'
import { listModels } from './lookups/list-models.ts'
import { type ModelShape, modelShapes } from './lookups/model-shapes.ts'

/** Addresses of OpenAI's old dashboard. */
const billing: ReadonlyMap<string, Lookup> = new Map(
  ['', '/v1'].flatMap((prefix): [string, Lookup][] => [
    [`${prefix}/dashboard/billing/subscription`, { answers: { GET: billingSubscription } }],
    [`${prefix}/dashboard/billing/usage`, { answers: { GET: billingUsage } }],
  ]),
)

const explaining: Lookup = { answers: { POST: explainCall } }
const counting: Lookup = { answers: { POST: countTokens } }

const taskLookupAt = (pathname: string): Lookup | null =>
  videoLookupAt(pathname) ??
  midjourneyLookupAt(pathname) ??
  sunoLookupAt(pathname) ??
  klingLookupAt(pathname)

export function lookupAt(pathname: string, headers: IncomingHttpHeaders): Lookup | null {
  if (countedAs.has(pathname) || /^\/(gemini\/{1,2})?v1[^/]*\/.+:countTokens$/.test(pathname)) {
    return counting
  }
  if (pathname === '/v1/explain') return explaining
  const asked = billing.get(pathname)
  if (asked !== undefined) return asked
  const kept = keptLookupAt(pathname) ?? taskLookupAt(pathname)
  if (kept !== null) return kept
  const [, prefix, version, id] =
    /^(\/gemini|\/anthropic|\/claude)?\/{1,2}(v1|v1beta|v1alpha)\/models(?:\/([^:]+))?$/.exec(
      pathname,
    ) ?? []
  if (version === undefined) return null
  const shape = shapeOf(version === 'v1' ? prefix : '/gemini', headers)
  const name = id === undefined ? null : decoded(id)
  return {
    answers: { GET: (parts, exchange) => listModels(parts, exchange, { shape, id: name }) },
  }
}

/** Three vendors have `/v1/models`. Anthropic's clients send an API version, Google's their name. */
function shapeOf(prefix: string | undefined, headers: IncomingHttpHeaders): ModelShape {
  if (prefix === '/gemini') return modelShapes.gemini
  if (prefix !== undefined || headers['anthropic-version'] !== undefined) {
    return modelShapes.anthropic
  }
  const isGoogles = ['x-goog-api-client', 'x-goog-api-key'].some((name) => name in headers)
  return isGoogles ? modelShapes.gemini : modelShapes.openAi
}

/** Null if the method is not allowed. */
export const answerFor = (
  { answers }: Lookup,
  { incoming }: Pick<Exchange, 'incoming'>,
): Answer | null =>
  Object.entries(answers).find(([method]) => method === incoming.request.method)?.[1] ?? null

/** Answers a lookup. Refusals are sent and bugs are logged. A client that has left gets nothing. */
export async function answerLookup(
  parts: GatewayParts,
  exchange: Exchange,
  lookup: Lookup,
): Promise<void> {
  try {
    const answer = await answerFor(lookup, exchange)?.(parts, exchange)
    if (answer === null) return
    const body = Buffer.isBuffer(answer) ? answer : JSON.stringify(answer)
    exchange.reply.send(200, { 'content-type': 'application/json' }, body)
  } catch (error) {
    // A stopped lookup was refused already.
    if (exchange.reply.stopped !== null) return
    const { id } = exchange.incoming
    const refusal = refusalFor(error, id)
    if (refusal === null) return
    if (refusal.code === 'server.error')
      parts.log.error({ request: id, error }, 'a request met a bug')
    refuse(exchange, refusal)
  }
}
