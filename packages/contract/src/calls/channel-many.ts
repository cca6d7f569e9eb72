import { z } from 'zod'
import { ChannelTag, ChannelTagQuery } from '../channel/channel-tag.ts'
import { ChannelsCreated, NewChannels } from '../channel/new-channels.ts'
import type { Endpoint } from '../endpoint.ts'
import { listOf } from '../list.ts'

export const channelManyCalls = {
  createChannels: {
    method: 'POST',
    path: '/api/channel/batch',
    access: 'admin',
    changes: true,
    summary: 'Makes a channel for each key, all or none.',
    body: NewChannels,
    reply: ChannelsCreated,
  },
  listChannelTags: {
    method: 'GET',
    path: '/api/channel_tag/',
    access: 'admin',
    changes: false,
    summary: 'Tags of channels, each with what its channels have.',
    query: ChannelTagQuery,
    reply: listOf(ChannelTag),
  },
  getChannelTag: {
    method: 'GET',
    path: '/api/channel_tag/one',
    access: 'admin',
    changes: false,
    summary: 'One tag of channels.',
    query: z.object({ tag: z.string().min(1).max(32) }),
    reply: ChannelTag,
  },
} as const satisfies Record<string, Endpoint>
