import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { closest } from '../../lib/search.ts'

/** Channels by number or name. */
export const searchChannels = (db: Kysely<Tables>, text: string, most: number) =>
  closest(
    db.selectFrom('channels').select(['id', 'name', 'status']).where('deleted_at', 'is', null),
    { text, names: ['name'], most },
  ).execute()
