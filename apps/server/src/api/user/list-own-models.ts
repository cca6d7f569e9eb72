import { channelTypeOf } from '@posthouse/contract/channel-type'
import { isAllowed } from '../../domain/channels/decide.ts'
import { modelsFor } from '../../domain/channels/channel.ts'
import { chatSuggestions, type Served } from '../../domain/models/chat-suggestions.ts'
import { likelyOperation } from '../../domain/models/likely-operation.ts'
import { entryFor } from '../../domain/pricing/entry-for.ts'
import { inForce } from '../../domain/pricing/lines-at.ts'
import type { Handler, SignedCall } from '../call.ts'
import { priceOut } from '../price/price-out.ts'
import { ownToken } from '../token/token-calls.ts'
import { modelsOfGroup } from './own-models.ts'

export const listOwnModels: Handler<'listOwnModels'> = async ({ query }, call) => {
  const { caller, parts } = call
  const snapshot = parts.snapshot.get()
  const now = parts.clock.now()
  const served = await modelsAllowed(query.token, call)
  const succeeded = await parts.logs.lastModelsOf(caller.id)
  const suggested = chatSuggestions(served, { snapshot, health: parts.health, succeeded, now })
  const ranks = new Map(suggested.map((id, rank) => [id, rank]))
  return served.flatMap(({ id, channels }) => {
    const channel = channels.at(-1)
    if (channel === undefined) return []
    const { forwarded, priced } = modelsFor(channel, id)
    const entry = entryFor(snapshot, priced)
    const facts = snapshot.models.factsOf(forwarded)
    return {
      id,
      owned_by: channelTypeOf(channel.type)?.name ?? '',
      price: entry === null ? null : priceOut(inForce(entry, now), snapshot.settings.QuotaPerUnit),
      facts,
      chats: likelyOperation(forwarded, facts) === 'chat',
      chat_rank: ranks.get(id) ?? null,
    }
  })
}

/** What the caller's group serves, or what one of the caller's tokens may ask for. */
async function modelsAllowed(id: number | undefined, call: SignedCall): Promise<Served[]> {
  const { caller, parts } = call
  if (id === undefined) return modelsOfGroup(caller.group, parts)
  const { group, limits } = await ownToken(id, call)
  return modelsOfGroup(group || caller.group, parts).filter((model) =>
    isAllowed(limits.models, model.id),
  )
}
