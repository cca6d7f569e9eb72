import type { Channel } from './channel.ts'

/** Which requests are looked at; an empty text: any. */
export type RequestScope = { readonly group: string; readonly model: string }

export const everywhere: RequestScope = { group: '', model: '' }

export type Turns = {
  /** The part of the requests that a channel gets while nothing of its priority is frozen; null: none. */
  shareOf(id: bigint): number | null
  turnOf(priority: number): 'first' | 'later' | 'never'
}

/** In which order channels are asked, and how those of one priority share, as `decide` does it. */
export function turnsOf(channels: readonly Channel[], among: RequestScope = everywhere): Turns {
  const weights = new Map<number, number>()
  const serving = new Map<bigint, Channel>()
  for (const channel of channels) {
    if (!isAsked(channel, among)) continue
    serving.set(channel.id, channel)
    weights.set(channel.priority, (weights.get(channel.priority) ?? 0) + channel.weight)
  }
  const highest = Math.max(...weights.keys())
  return {
    shareOf(id) {
      const channel = serving.get(id)
      if (channel === undefined) return null
      return channel.weight / (weights.get(channel.priority) ?? channel.weight)
    },
    turnOf(priority) {
      if (!weights.has(priority)) return 'never'
      return priority === highest ? 'first' : 'later'
    },
  }
}

/** Channels that have the name itself are asked before those with a wildcard, and do not share with them. */
const isAsked = (
  { enabled, keys, groups, models }: Channel,
  { group, model }: RequestScope,
): boolean =>
  enabled &&
  keys.some((key) => key.enabled) &&
  (group === '' || groups.includes(group)) &&
  (model === '' || models.includes(model))
