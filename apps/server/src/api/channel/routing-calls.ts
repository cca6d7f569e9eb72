import type { Explanation } from '@posthouse/contract/channel-explanation'
import { Refusal } from '@posthouse/contract/refusal'
import { channelFrom, type StoredChannel } from '../../domain/channels/channel-store.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { isAllowed } from '../../domain/channels/decide.ts'
import { pathTarget, usualPath } from '../../domain/channels/explain/path-target.ts'
import { explain, rejection } from '../../domain/channels/explain/explain.ts'
import { seedOf } from '../../domain/channels/seed-of.ts'
import { isOpenTo } from '../../domain/groups/group.ts'
import { likelyOperation } from '../../domain/models/likely-operation.ts'
import type { KeyEntry } from '../../domain/tokens/key-entry.ts'
import type { Handler, Handlers, SignedCall } from '../call.ts'

const explainRouting: Handler<'explainRouting'> = async ({ body }, call) => {
  const { parts, requestId } = call
  const { model } = body
  const snapshot = parts.snapshot.get()
  const entry = await entryOf(body.token_id, call)
  const group = body.group || groupOf(entry, call)
  const path = body.path || usualPath(likelyOperation(model, snapshot.models.factsOf(model)))
  const explanation = explain(
    snapshot,
    {
      model,
      group,
      asked: pathTarget(path),
      modelsAllowed: entry?.token.limits.models ?? [],
      pin: null,
      stopped: stopOf(entry, group, call),
    },
    { health: parts.health, seed: seedOf(requestId), now: parts.clock.now() },
  )
  const listed = new Set(snapshot.channels.map(({ id }) => id))
  const others = (await parts.channels.all()).filter(({ row }) => !listed.has(row.id))
  return {
    ...explanation,
    rejected: [
      ...explanation.rejected,
      ...others.map((stored) => unlisted(stored, model)),
    ].toSorted((a, b) => Number(a.reason === 'model') - Number(b.reason === 'model')),
  }
}

async function entryOf(id: number | null, { parts }: SignedCall): Promise<KeyEntry | null> {
  if (id === null) return null
  const entry = await parts.tokens.findEntryOf(BigInt(id))
  if (entry === null) throw new Refusal('token.not-found', {}, { field: 'token_id' })
  return entry
}

const groupOf = (entry: KeyEntry | null, { caller }: SignedCall): string =>
  entry === null ? caller.group : entry.token.group || entry.owner.group

/** Why the call would end before routing, or `null`. */
function stopOf(
  entry: KeyEntry | null,
  group: string,
  { parts }: SignedCall,
): Explanation['stopped'] {
  const { groups } = parts.snapshot.get()
  if (!groups.has(group)) return 'group-closed'
  if (entry === null) return null
  const { token, owner } = entry
  if (!owner.enabled) return 'user-disabled'
  if (!token.enabled) return 'token-disabled'
  if (token.expiresAt !== null && token.expiresAt <= parts.clock.now()) return 'token-expired'
  return isOpenTo(groups, group, owner.group) ? null : 'group-closed'
}

/** Why routing does not consider a channel. */
function unlisted(stored: StoredChannel, model: string) {
  const channel: Channel = channelFrom(stored)
  const offers = channel.models.length > 0 && isAllowed(channel.models, model)
  if (!offers) return rejection(channel, 'model')
  if (channel.enabled) return rejection(channel, 'no-key')
  return rejection(channel, Number(stored.row.status) === 3 ? 'test-disabled' : 'disabled')
}

export const routingHandlers = {
  explainRouting,
} satisfies Partial<Handlers>
