import type { ChannelTag, ChannelTagSort } from '@posthouse/contract/channel-tag'
import { Refusal } from '@posthouse/contract/refusal'
import { type TagOfChannels, tagsOfChannels } from '../../domain/channels/channel-tags.ts'
import type { Handler, Handlers } from '../call.ts'
import { quotaOut } from '../present.ts'

/** Channel names in the confirmation of an action on a tag. */
const namesMost = 5

const tagOut = ({ tag, used, names, ...of }: TagOfChannels): ChannelTag => ({
  id: tag,
  channels: of.channels,
  enabled: of.enabled,
  names: names.slice(0, namesMost),
  types: [...of.types],
  groups: [...of.groups],
  models: [...of.models],
  used_quota: quotaOut(used),
})

/** Tags are few, so they are collected from the channels and sorted in memory. */
const listChannelTags: Handler<'listChannelTags'> = async ({ query }, { parts }) => {
  const { page, size, order, keyword } = query
  const word = keyword.toLowerCase()
  const all = await tagsOfChannels(parts.db)
  const found = all.filter(({ tag }) => tag.toLowerCase().includes(word))
  const data = sortTags(found, order).slice((page - 1) * size, page * size)
  return { data: data.map(tagOut), page, size, total_count: found.length }
}

const figures: Readonly<Record<Exclude<ChannelTagSort, 'tag'>, (of: TagOfChannels) => number>> = {
  channels: ({ channels }) => channels,
  models: ({ models }) => models.length,
  used_quota: ({ used }) => Number(used),
}

/** The tags come sorted by name, which breaks ties. */
function sortTags(tags: readonly TagOfChannels[], order: string): readonly TagOfChannels[] {
  const [first = ''] = order.split(',').map((field) => field.trim())
  const descending = first.startsWith('-')
  const field = first.replace(/^-/, '')
  if (!Object.hasOwn(figures, field)) return descending ? tags.toReversed() : tags
  const figure = figures[field as keyof typeof figures]
  const sign = descending ? -1 : 1
  return tags.toSorted((one, other) => sign * (figure(one) - figure(other)))
}

const getChannelTag: Handler<'getChannelTag'> = async ({ query }, { parts }) => {
  const [tag] = await tagsOfChannels(parts.db, query.tag)
  if (tag === undefined) throw new Refusal('channel.tag-not-found', {})
  return tagOut(tag)
}

export const channelTagHandlers = {
  listChannelTags,
  getChannelTag,
} satisfies Partial<Handlers>
