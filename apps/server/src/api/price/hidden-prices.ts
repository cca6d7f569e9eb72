import { modelsFor } from '../../domain/channels/channel.ts'
import { isOpenTo } from '../../domain/groups/group.ts'
import type { Snapshot } from '../../domain/snapshot/snapshot.ts'

/**
 * Whether an entry is to be kept from somebody: it prices models of groups that are closed to him, and none of those
 * that are open. What nobody serves is a published price, and no secret.
 */
export function hiddenPrices(
  { channels, groups }: Pick<Snapshot, 'channels' | 'groups'>,
  ownGroup: string | null,
): (entry: string) => boolean {
  const isOpen = (group: string): boolean => isOpenTo(groups, group, ownGroup)
  const namesOf = (open: boolean): readonly string[] =>
    channels
      .filter((channel) => channel.groups.some(isOpen) === open)
      .flatMap((channel) =>
        channel.models.flatMap((model) => [model, modelsFor(channel, model).priced]),
      )
  const closed = namesOf(false)
  const open = namesOf(true)
  return (entry) =>
    closed.some((name) => overlap(entry, name)) && !open.some((name) => overlap(entry, name))
}

/** Whether two names, of which each may end in `*`, can mean the same model. A dated release is its model. */
function overlap(entry: string, name: string): boolean {
  const isPattern = (text: string): boolean => text.endsWith('*')
  const stem = (text: string): string => (isPattern(text) ? text.slice(0, -1) : text)
  if (isPattern(entry) && isPattern(name)) {
    return stem(entry).startsWith(stem(name)) || stem(name).startsWith(stem(entry))
  }
  if (isPattern(entry)) return name.startsWith(stem(entry))
  if (isPattern(name)) return entry.startsWith(stem(name))
  return entry === name || name.startsWith(`${entry}-`)
}
