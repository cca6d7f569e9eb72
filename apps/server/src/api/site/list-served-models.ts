import type { siteCalls } from '@posthouse/contract/calls/site'
import type { ReplyOf } from '@posthouse/contract/endpoint'
import { channelTypeOf } from '@posthouse/contract/channel-type'
import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import { type Channel, modelsFor } from '../../domain/channels/channel.ts'
import { isOpenTo } from '../../domain/groups/group.ts'
import { likelyOperation } from '../../domain/models/likely-operation.ts'
import { modalitiesOf } from '../../domain/models/modalities.ts'
import { entryFor } from '../../domain/pricing/entry-for.ts'
import { inForce } from '../../domain/pricing/lines-at.ts'
import type { Snapshot } from '../../domain/snapshot/snapshot.ts'
import type { Handler } from '../call.ts'
import { priceOut } from '../price/price-out.ts'

type Served = ReplyOf<typeof siteCalls.listServedModels>

/** Open to everybody: models of groups that are closed to the caller are not in it, nor is the sandbox. */
export const listServedModels: Handler<'listServedModels'> = async (_input, { cookie, parts }) => {
  const snapshot = parts.snapshot.get()
  const account = cookie === '' ? null : ((await parts.sessions.find(cookie))?.account ?? null)
  const served: Served = {}
  const now = parts.clock.now()
  for (const channel of snapshot.channels.filter(({ type }) => type !== sandboxType)) {
    const groups = channel.groups.filter((group) =>
      isOpenTo(snapshot.groups, group, account?.group ?? null),
    )
    for (const model of groups.length === 0 ? [] : channel.models) {
      const entry = servedBy(channel, model, { snapshot, now })
      if (entry === null) continue
      served[model] = {
        ...entry,
        groups: [...new Set([...(served[model]?.groups ?? []), ...groups])],
      }
    }
  }
  return served
}

/** Null for what has no price, and for a pattern of names. */
function servedBy(
  channel: Channel,
  model: string,
  { snapshot, now }: { readonly snapshot: Snapshot; readonly now: number },
): Omit<Served[string], 'groups'> | null {
  const { forwarded, priced } = modelsFor(channel, model)
  const price = entryFor(snapshot, priced)
  if (price === null || model.includes('*')) return null
  const facts = snapshot.models.factsOf(forwarded)
  const operation = likelyOperation(model, facts)
  return {
    owned_by: channelTypeOf(channel.type)?.name ?? '',
    price: priceOut(inForce(price, now), snapshot.settings.QuotaPerUnit),
    operation,
    ...modalitiesOf(facts, operation),
    context: facts.context,
  }
}
