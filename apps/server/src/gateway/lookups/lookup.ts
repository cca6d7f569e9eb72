import { Refusal } from '@posthouse/contract/refusal'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { refuse } from '../refuse.ts'
import { countTokens } from './count-tokens.ts'
import { decoded } from './decoded.ts'
import { listModels } from './list-models.ts'
import { modelShapes } from './model-shapes.ts'

/** What is answered without a supplier, and by which method it is asked. */
export type Lookup = {
  readonly method: 'GET' | 'POST'
  readonly answer: (parts: GatewayParts, exchange: Exchange) => Promise<object>
}

const countPaths = new Set([
  '/v1/messages/count_tokens',
  '/anthropic/v1/messages/count_tokens',
  '/claude/v1/messages/count_tokens',
  '/v1/responses/input_tokens',
])

const counting: Lookup = { method: 'POST', answer: countTokens }

/** The lookup that a path asks for; null: none. Anthropic's clients name the version of their API. */
export function lookupAt(pathname: string, isAnthropic: boolean): Lookup | null {
  if (countPaths.has(pathname) || /^\/(gemini\/)?v1[^/]*\/models\/.+:countTokens$/.test(pathname)) {
    return counting
  }
  const [, prefix, version, id] =
    /^(\/gemini|\/anthropic|\/claude)?\/(v1|v1beta|v1alpha)\/models(?:\/([^:]+))?$/.exec(
      pathname,
    ) ?? []
  if (version === undefined) return null
  const shape =
    prefix === '/gemini' || version !== 'v1'
      ? modelShapes.gemini
      : prefix !== undefined || isAnthropic
        ? modelShapes.anthropic
        : modelShapes.openAi
  const name = id === undefined ? null : decoded(id)
  return {
    method: 'GET',
    answer: (parts, exchange) => listModels(parts, exchange, { shape, id: name }),
  }
}

/** Answers a lookup. A refusal is told, a bug is logged. */
export async function answerLookup(
  parts: GatewayParts,
  exchange: Exchange,
  lookup: Lookup,
): Promise<void> {
  try {
    const answer = await lookup.answer(parts, exchange)
    exchange.reply.send(200, { 'content-type': 'application/json' }, JSON.stringify(answer))
  } catch (error) {
    if (error instanceof Refusal) return refuse(exchange, error)
    parts.log.error({ request: exchange.incoming.id, error }, 'a request met a bug')
    refuse(exchange, new Refusal('server.error', { request: exchange.incoming.id }))
  }
}
