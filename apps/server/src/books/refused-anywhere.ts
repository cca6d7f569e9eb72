import { refusedElsewhere, silentMs } from '@posthouse/ledger/incarnation'
import type { Kysely } from 'kysely'
import type { DatabaseDialect } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'

export type RefusedParts = {
  readonly db: Kysely<Tables>
  readonly dialect: DatabaseDialect
  readonly incarnation: string
  /** Of this node, as it is now; the others tell theirs with their sign of life. */
  readonly countOwn: () => Promise<number>
}

/** How many settlements no database took, beside the journals of all living nodes. */
export async function refusedAnywhere(parts: RefusedParts): Promise<number> {
  const { db, dialect, incarnation, countOwn } = parts
  const own = await countOwn()
  // A SQLite file has one process; what an earlier one counted is beside the same journal.
  if (dialect === 'sqlite') return own
  return own + (await refusedElsewhere(db, dialect, { own: incarnation, silentMs }))
}
