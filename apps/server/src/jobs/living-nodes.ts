import { livingIncarnations } from '@posthouse/ledger/incarnation'
import type { Kysely } from 'kysely'
import { formReadByAll, silentMs } from '../db/node-forms.ts'
import type { Database } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'

/** How many nodes share the database: those that gave a sign of life. */
export type LivingNodes = {
  /** As it was found last, this one among them. */
  count(): number
  /** Whether all of them read a form of stored values, as it was found last. */
  read(form: bigint): boolean
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
  // Of others nothing is known before they were asked for.
  let formRead = 0n
  return {
    count: () => known,
    read: (form) => formRead >= form,
    refresh: async () => {
      formRead = await formReadByAll(db, dialect)
      const living = await livingIncarnations(db, dialect, silentMs)
      known = Math.max(1, living.length)
    },
  }
}
