import { z } from 'zod'
import { BulkDeleted } from '../bulk.ts'
import { ChannelTest } from '../channel/channel.ts'
import { AddedKeys, KeyChange, KeysAdded, KeySelection, StoredKey } from '../channel/stored-key.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../scalars.ts'

/** The keys of a channel, one by one. Keys can be written but are never returned. */
export const channelKeyCalls = {
  listChannelKeys: {
    method: 'GET',
    path: '/api/channel/:id/keys',
    access: 'admin',
    changes: false,
    summary: 'The keys of a channel with their states, without the keys themselves.',
    params: IdParams,
    reply: z.array(StoredKey),
  },
  addChannelKeys: {
    method: 'POST',
    path: '/api/channel/:id/keys',
    access: 'admin',
    changes: true,
    summary: 'Adds keys to those that a channel has, one per line.',
    params: IdParams,
    body: AddedKeys,
    reply: KeysAdded,
  },
  changeChannelKey: {
    method: 'PUT',
    path: '/api/channel/:id/keys',
    access: 'admin',
    changes: true,
    summary: 'Enables or disables one key of a channel.',
    params: IdParams,
    body: KeyChange,
    reply: StoredKey,
  },
  deleteChannelKeys: {
    method: 'POST',
    path: '/api/channel/:id/keys/delete',
    access: 'admin',
    changes: true,
    summary: 'Deletes keys of a channel, but never all of them.',
    params: IdParams,
    body: z.object({ select: KeySelection }),
    reply: BulkDeleted,
  },
  testChannelKey: {
    method: 'POST',
    path: '/api/channel/:id/keys/test',
    access: 'admin',
    changes: true,
    summary: 'Sends a short request with one key of a stored channel.',
    params: IdParams,
    body: z.object({ key_id: Id, model: z.string().trim().max(200).default('') }),
    reply: ChannelTest,
    answersWithinMs: 120_000,
  },
} as const satisfies Record<string, Endpoint>
