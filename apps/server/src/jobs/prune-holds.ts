import { removeEndedHolds } from '@posthouse/ledger/ended-holds'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** How long a hold that ended is told from one that never was. */
const keptMs = 30 * 86_400_000

export const pruneHolds = (db: Kysely<Tables>, now: number): Promise<number> =>
  removeEndedHolds(db, now - keptMs)
