import { isAllowed } from '../../domain/channels/decide.ts'
import type { Caller, Exchange } from '../exchange.ts'

/** Names of the models that a key's group may use. Names matched only by a wildcard are not listed. */
export function modelsServed({ snapshot }: Exchange, { group, token }: Caller): string[] {
  const names = snapshot.channels
    .filter((channel) => channel.enabled && channel.groups.includes(group.symbol))
    .flatMap(({ models }) => models)
    .filter((name) => !name.endsWith('*') && isAllowed(token.limits.models, name))
  return [...new Set(names)].toSorted()
}

/** Whether a key may use a model, wildcards included. */
export const isServed = ({ snapshot }: Exchange, { group, token }: Caller, id: string): boolean =>
  isAllowed(token.limits.models, id) &&
  snapshot.channels.some(
    ({ groups, models }) =>
      groups.includes(group.symbol) &&
      models.some((name) => (name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : name === id)),
  )
