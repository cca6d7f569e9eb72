import { Refusal } from '@posthouse/contract/refusal'
import { identify } from '../1-authenticate.ts'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import type { ModelShape } from './model-shapes.ts'
import { isServed, modelsServed } from './models-served.ts'

/** The models that a key may use, or a single one, in the shape of a dialect. */
export async function listModels(
  parts: GatewayParts,
  exchange: Exchange,
  { shape, id }: { shape: ModelShape; id: string | null },
): Promise<object> {
  const caller = await identify(parts, exchange)
  if (id !== null) {
    if (!isServed(exchange, caller, id)) throw new Refusal('model.unknown', { model: id })
    return shape.one(id, exchange, caller)
  }
  const ids = modelsServed(exchange, caller)
  return shape.list(
    ids.map((name) => shape.one(name, exchange, caller)),
    ids,
  )
}
