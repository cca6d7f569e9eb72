import type { Served } from '../../domain/models/chat-suggestions.ts'
import type { ApiParts } from '../api-parts.ts'

/** Names of the models that a group may use, in order, each with the channels that serve it. */
export function modelsOfGroup(group: string, { snapshot }: Pick<ApiParts, 'snapshot'>): Served[] {
  const channels = snapshot.get().channels.filter(({ groups }) => groups.includes(group))
  const names = new Set(channels.flatMap(({ models }) => models))
  return [...names]
    .toSorted((one, other) => one.localeCompare(other))
    .map((id) => ({ id, channels: channels.filter(({ models }) => models.includes(id)) }))
}
