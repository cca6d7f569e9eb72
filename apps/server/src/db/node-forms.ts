import { livingIncarnations } from '@posthouse/ledger/incarnation'
import type { Kysely } from 'kysely'
import type { DatabaseDialect } from './connection.ts'
import type { Tables } from './tables.ts'

/*
 * While nodes are replaced one by one, older ones read what newer ones write. A new form of a stored value is
 * read from the version that brings it, and written once every living node reads it.
 */

/** 1: proxies, headers, parameters and plugins of channels may be sealed. */
const formOfThisVersion = 1n

/** How long a process may be silent before it counts as dead, and its holds as left behind. */
export const silentMs = 60_000

/** To be called once this life has begun; what is left of ended ones goes. */
export async function tellForm(db: Kysely<Tables>, incarnation: string): Promise<void> {
  await db
    .deleteFrom('node_forms')
    .where('incarnation', 'in', (is) =>
      is.selectFrom('ledger_incarnations').select('id').where('ended_at', 'is not', null),
    )
    .execute()
  await db.insertInto('node_forms').values({ incarnation, form: formOfThisVersion }).execute()
}

/** A SQLite file has one process, and that is this one. */
export async function everyNodeReadsForms(
  db: Kysely<Tables>,
  dialect: DatabaseDialect,
): Promise<boolean> {
  if (dialect === 'sqlite') return true
  const living = await livingIncarnations(db, dialect, silentMs)
  const told = await db
    .selectFrom('node_forms')
    .select('incarnation')
    .where('form', '>=', formOfThisVersion)
    .execute()
  const reading = new Set(told.map(({ incarnation }) => incarnation))
  return living.every((id) => reading.has(id))
}
