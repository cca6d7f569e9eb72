import type { Explanation } from '@posthouse/contract/channel-explanation'
import { isAdministrator } from '../../../domain/accounts/account.ts'
import { pathTarget, usualPath } from '../../../domain/channels/explain/path-target.ts'
import { explain } from '../../../domain/channels/explain/explain.ts'
import { seedOf } from '../../../domain/channels/seed-of.ts'
import { likelyOperation } from '../../../domain/models/likely-operation.ts'
import { admit, identify } from '../../1-authenticate.ts'
import type { Exchange } from '../../exchange.ts'
import type { GatewayParts } from '../../gateway-parts.ts'
import { neededWord, readFields, wordIn } from '../../task-calls/read-fields.ts'

const bytesMost = 16 * 1024

/** Explains which channels would serve a call of this key. Counts against its rate limits; free of charge. */
export async function explainCall(parts: GatewayParts, exchange: Exchange): Promise<object> {
  const caller = await admit(parts, exchange, await identify(parts, exchange))
  try {
    const fields = await readFields(exchange, bytesMost)
    const model = neededWord(fields, 'model').trim()
    const { snapshot, incoming } = exchange
    const path = wordIn(fields, 'path').trim()
    const usual = (): string => usualPath(likelyOperation(model, snapshot.models.factsOf(model)))
    const explanation = explain(
      snapshot,
      {
        model,
        group: caller.group.symbol,
        asked: pathTarget(path === '' ? usual() : path),
        modelsAllowed: caller.token.limits.models,
        pin: caller.pin,
        stopped: null,
      },
      { health: parts.health, seed: seedOf(incoming.id), now: parts.clock.now() },
    )
    return isAdministrator(caller.owner) ? explanation : forCustomers(explanation)
  } finally {
    caller.leave()
  }
}

/** Shows channels by number, without forwarded model names, and only those of the customer's group. */
function forCustomers(explanation: Explanation): Explanation {
  const { model } = explanation
  const numbers = new Map<number | null, string>()
  const hidden = <Place extends { channel_id: number | null }>(place: Place) => {
    const number = numbers.get(place.channel_id) ?? String(numbers.size + 1)
    numbers.set(place.channel_id, number)
    return { ...place, channel_id: null, channel: number, failure: '' }
  }
  return {
    ...explanation,
    candidates: explanation.candidates.map((candidate) => ({
      ...hidden(candidate),
      forwarded: model,
      price: { ...candidate.price, model },
    })),
    rejected: explanation.rejected
      .filter(({ reason }) => reason !== 'group' && reason !== 'model')
      .map(hidden),
  }
}
