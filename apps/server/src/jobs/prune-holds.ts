import { removeEndedHolds } from '@posthouse/ledger/ended-holds'
import type { Kysely } from 'kysely'
import { endedHoldsKeptMs } from '../books/row-checks.ts'
import type { Tables } from '../db/tables.ts'

export const pruneHolds = (db: Kysely<Tables>, now: number): Promise<number> =>
  removeEndedHolds(db, now - endedHoldsKeptMs)
