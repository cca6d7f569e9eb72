import { livingIncarnations, silentMs } from '@posthouse/ledger/incarnation'
import type { Kysely } from 'kysely'
import type { Database } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'

/** How many nodes share the database: those that gave a sign of life. */
export type LivingNodes = {
  /** As it was found last, this one among them. */
  count(): number
  refresh(): Promise<void>
}

export function createLivingNodes({
  db,
  database,
}: {
  readonly db: Kysely<Tables>
  readonly database: Pick<Database, 'dialect'>
}): LivingNodes {
  const { dialect } = database
  let known = 1
  return {
    count: () => known,
    refresh: async () => {
      const living = await livingIncarnations(db, dialect, silentMs)
      known = Math.max(1, living.length)
    },
  }
}
