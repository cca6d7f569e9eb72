import { Refusal } from '@posthouse/contract/refusal'
import { authenticate } from '../1-authenticate.ts'
import { parse } from '../2-parse.ts'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { tokensByBytes } from '../token-counter.ts'
import { isServed } from './models-served.ts'

/**
 * How long a prompt is, as a dialect says it. Counted here, as the reservation counts it: no supplier is
 * asked and nothing is charged. Exact for published encodings, else by its bytes.
 */
export async function countTokens(parts: GatewayParts, exchange: Exchange): Promise<object> {
  const caller = await authenticate(parts, exchange)
  try {
    const { model, texts, extraTokens, imageTokens, restBytes } = await parse(
      parts,
      exchange,
      caller,
    )
    if (!isServed(exchange, caller, model)) throw new Refusal('model.unknown', { model })
    const counted = await parts.tokens.count(texts, model)
    const tokens = counted + extraTokens + imageTokens + tokensByBytes(restBytes)
    return answers[exchange.surface.dialect]?.(tokens) ?? { input_tokens: tokens }
  } finally {
    caller.leave()
  }
}

const answers: Readonly<Record<string, (tokens: number) => object>> = {
  gemini: (tokens) => ({ totalTokens: tokens }),
  'openai-responses': (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
}
