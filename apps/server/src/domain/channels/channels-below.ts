import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type ChannelFilter, filtered, withUsed } from './channel-filter.ts'
import type { ChannelRow } from './channel-store.ts'

/** A channel as a file of channels has it: how many keys, and none of them. */
export type ChannelLine = ChannelRow & { readonly used: bigint; readonly key_count: bigint }

/** A page of what a filter finds below an id, newest first. */
export const channelsBelow = (
  db: Kysely<Tables>,
  filter: ChannelFilter,
  { before, size }: { before: bigint | null; size: number },
): Promise<ChannelLine[]> =>
  filtered(withUsed(db), filter)
    .$if(before !== null, (rows) => rows.where('channels.id', '<', before))
    .select(
      sql<bigint>`(select count(*) from channel_keys where channel_keys.channel_id = channels.id)`.as(
        'key_count',
      ),
    )
    .orderBy('channels.id', 'desc')
    .limit(size)
    .execute()
