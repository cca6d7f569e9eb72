import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { totalOf } from '../usage-log/rollups/rollup-rows.ts'

export type ChannelRow = Selectable<Tables['channels']>

/** Total charge of a channel, and the number of its doubtful reports. */
export type Totals = { readonly used: bigint; readonly doubted: bigint }

/** Channels that are not deleted. */
export const withTotals = (db: Kysely<Tables>) =>
  db
    .selectFrom('channels')
    .where('channels.deleted_at', 'is', null)
    .selectAll('channels')
    .select([
      totalOf('quota', { scope: 'channel', id: 'channels.id' }).as('used'),
      totalOf('doubts', { scope: 'channel', id: 'channels.id' }).as('doubted'),
    ])
