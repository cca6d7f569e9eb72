import { z } from 'zod'
import { BulkChanged, BulkDeleted } from '../bulk.ts'
import * as channel from '../channel/channel.ts'
import * as input from '../channel/channel-input.ts'
import { Explanation, ExplanationInput } from '../channel/explanation.ts'
import type { Endpoint } from '../endpoint.ts'
import { Group } from '../users/group.ts'
import { listOf } from '../list.ts'
import { Flag, IdParams } from '../scalars.ts'

const Nothing = z.null()

/** A little more than the server gives a supplier that is tried. */
const upstreamMs = 120_000

export const channelCalls = {
  listChannels: {
    method: 'GET',
    path: '/api/channel/',
    access: 'admin',
    changes: false,
    summary: 'Channels, without keys.',
    query: channel.ChannelQuery,
    reply: listOf(channel.Channel),
  },
  exportChannels: {
    method: 'GET',
    path: '/api/channel/export',
    access: 'admin',
    changes: false,
    summary: 'What the list’s filter finds, as a file.',
    query: channel.ChannelExportQuery,
    format: 'csv',
    reply: z.string(),
  },
  getChannel: {
    method: 'GET',
    path: '/api/channel/:id',
    access: 'admin',
    changes: false,
    summary: 'One channel, without its keys.',
    params: IdParams,
    reply: channel.Channel,
  },
  createChannel: {
    method: 'POST',
    path: '/api/channel/',
    access: 'admin',
    changes: true,
    summary: 'Makes a channel; one key a line.',
    body: input.NewChannel,
    reply: channel.Channel,
  },
  copyChannel: {
    method: 'POST',
    path: '/api/channel/:id/copy',
    access: 'admin',
    changes: true,
    summary: 'Makes a disabled copy of a channel with its keys.',
    params: IdParams,
    reply: channel.Channel,
  },
  updateChannel: {
    method: 'PUT',
    path: '/api/channel/',
    access: 'admin',
    changes: true,
    summary: 'Changes what is given of a channel.',
    body: input.ChannelChange,
    reply: channel.Channel,
  },
  deleteChannel: {
    method: 'DELETE',
    path: '/api/channel/:id',
    access: 'admin',
    changes: true,
    summary: 'Deletes a channel.',
    params: IdParams,
    reply: Nothing,
  },
  changeChannels: {
    method: 'PUT',
    path: '/api/channel/bulk',
    access: 'admin',
    changes: true,
    summary: 'Changes many channels in the same way. The answer names what takes it back.',
    body: z.object({ select: channel.ChannelSelection, change: input.ChannelBulkChange }),
    reply: BulkChanged,
  },
  deleteChannels: {
    method: 'POST',
    path: '/api/channel/bulk_delete',
    access: 'admin',
    changes: true,
    summary: 'Deletes many channels.',
    body: z.object({ select: channel.ChannelSelection }),
    reply: BulkDeleted,
  },
  testChannel: {
    method: 'POST',
    path: '/api/channel/test/:id',
    access: 'admin',
    changes: true,
    summary:
      'Sends a short request through a stored channel. With `judge` a failure is an answer, and the rules for slow, failing and recovered channels apply.',
    params: IdParams,
    query: z.object({ model: z.string().max(200).default(''), judge: Flag.default(false) }),
    reply: channel.ChannelTest,
    answersWithinMs: upstreamMs,
  },
  seeChannel: {
    method: 'POST',
    path: '/api/channel/seen/:id',
    access: 'admin',
    changes: true,
    summary: 'Says that an administrator has seen why the channel needed attention.',
    params: IdParams,
    reply: Nothing,
  },
  probeChannel: {
    method: 'POST',
    path: '/api/channel/test',
    access: 'admin',
    changes: true,
    summary: 'The same with values not saved yet.',
    body: input.ChannelProbe,
    reply: channel.ChannelTest,
    answersWithinMs: upstreamMs,
  },
  listUpstreamModels: {
    method: 'POST',
    path: '/api/channel/provider_models_list',
    access: 'admin',
    changes: true,
    summary: 'The models that the supplier lists.',
    body: input.ChannelProbe,
    reply: z.array(z.string()),
    answersWithinMs: upstreamMs,
  },
  refreshChannelBalance: {
    method: 'POST',
    path: '/api/channel/balance/:id',
    access: 'admin',
    changes: true,
    summary: 'Asks the supplier for the balance of the enabled keys and stores their sum.',
    params: IdParams,
    reply: channel.ChannelBalance,
    answersWithinMs: upstreamMs,
  },
  explainRouting: {
    method: 'POST',
    path: '/api/channel/explain',
    access: 'admin',
    changes: false,
    summary: 'Which channels would serve a call, in order, and why no other would.',
    body: ExplanationInput,
    reply: Explanation,
  },
  listGroups: {
    method: 'GET',
    path: '/api/group/',
    access: 'admin',
    changes: false,
    summary: 'Symbols of the user groups.',
    reply: z.array(z.string()),
  },
  listOwnGroups: {
    method: 'GET',
    path: '/api/user_group_map',
    access: 'user',
    changes: false,
    summary: 'Groups that the caller’s tokens may use, by symbol.',
    reply: z.record(z.string(), Group),
  },
} as const satisfies Record<string, Endpoint>
