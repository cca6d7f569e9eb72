import { countLiving } from '@posthouse/ledger/incarnation'
import type { Kysely } from 'kysely'
import type { Database } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'

/** How many nodes share the database: those that gave a sign of life. */
export type LivingNodes = {
  /** As it was found last, this one among them. */
  count(): number
  refresh(): Promise<void>
}

/** How long a process may be silent before it counts as dead, and its holds as left behind. */
export const silentMs = 60_000

export function createLivingNodes({
  db,
  database,
}: {
  readonly db: Kysely<Tables>
  readonly database: Pick<Database, 'dialect'>
}): LivingNodes {
  let known = 1
  return {
    count: () => known,
    refresh: async () => {
      known = Math.max(1, await countLiving(db, database.dialect, silentMs))
    },
  }
}
