import { isAllowed } from '../../domain/channels/decide.ts'
import type { Caller, Exchange } from '../exchange.ts'

/** The models that a key's group may use, by name. A name that only a wildcard covers is in no list. */
export function modelsServed({ snapshot }: Exchange, { group, token }: Caller): string[] {
  const names = snapshot.channels
    .filter((channel) => channel.enabled && channel.groups.includes(group.symbol))
    .flatMap(({ models }) => models)
    .filter((name) => !name.endsWith('*') && isAllowed(token.limits.models, name))
  return [...new Set(names)].toSorted()
}

/** A key may ask for a model: wildcards count. */
export const isServed = ({ snapshot }: Exchange, { group, token }: Caller, id: string): boolean =>
  isAllowed(token.limits.models, id) &&
  snapshot.channels.some(
    ({ groups, models }) =>
      groups.includes(group.symbol) &&
      models.some((name) => (name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : name === id)),
  )
