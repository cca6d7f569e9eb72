import { dialects } from '@posthouse/llm/dialects'
import { Refusal } from '@posthouse/contract/refusal'
import { authenticate } from '../1-authenticate.ts'
import { parse } from '../2-parse.ts'
import { planFor } from '../3-route.ts'
import type { Caller, Exchange, Request } from '../exchange.ts'
import { outgoingOf } from '../relay/forwarding.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { tokensByBytes } from '../../charging/token-counter.ts'
import { isServed } from './models-served.ts'

/** Counts a prompt at the supplier that would serve it, if it counts and answers in time, else estimates. Free of charge. */
export async function countTokens(parts: GatewayParts, exchange: Exchange): Promise<object> {
  const caller = await authenticate(parts, exchange)
  try {
    const request = await parse(parts, exchange, caller)
    const { model } = request
    if (!isServed(exchange, caller, model)) throw new Refusal('model.unknown', { model })
    const tokens =
      (await countThere(parts, exchange, caller, request)) ?? (await estimate(parts, request))
    return told(exchange.surface, tokens)
  } finally {
    caller.leave()
  }
}

/** Only the first candidate is asked, because others have other tokenizers. */
async function countThere(
  parts: GatewayParts,
  exchange: Exchange,
  caller: Caller,
  request: Request,
): Promise<number | null> {
  const [first] = planFor(parts, exchange, caller, request).candidates
  if (first === undefined) return null
  return parts.supplierCounts.count(first, outgoingOf(exchange, request, null))
}

/** Uses the nearest published encoding. */
async function estimate(
  { tokens }: GatewayParts,
  { texts, model, extraTokens, imageTokens, restBytes }: Request,
): Promise<number> {
  const counted = await tokens.about(texts, model)
  return counted + extraTokens + imageTokens + tokensByBytes(restBytes)
}

function told({ dialect }: Exchange['surface'], tokens: number): object {
  const { count } = dialects[dialect].asServer
  if (count === null) throw new Error(`counted for ${dialect}, which has no word for it`)
  return count(tokens)
}
