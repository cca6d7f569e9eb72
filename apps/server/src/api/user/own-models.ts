import type { Account } from '../../domain/accounts/account.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { ApiParts } from '../api-parts.ts'

/** Names of the models that an account's group may use, in order, each with a channel that serves it. */
export function ownModels(
  { group }: Pick<Account, 'group'>,
  { snapshot }: Pick<ApiParts, 'snapshot'>,
): [string, Channel][] {
  const channels = snapshot.get().channels.filter(({ groups }) => groups.includes(group))
  const servers = new Map(
    channels.flatMap((channel) => channel.models.map((model) => [model, channel] as const)),
  )
  return [...servers].toSorted(([a], [b]) => a.localeCompare(b))
}
