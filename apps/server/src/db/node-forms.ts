import { livingIncarnations } from '@posthouse/ledger/incarnation'
import type { Kysely } from 'kysely'
import type { DatabaseDialect } from './connection.ts'
import type { Tables } from './tables.ts'

/*
 * While nodes are replaced one by one, older ones read what newer ones write. A new form of a stored value is
 * read from the version that brings it, and written once every living node reads it.
 */

/**
 * Each form by the number that a node tells who reads it. `sealedTexts`: proxies, headers, parameters and plugins of
 * channels may be sealed. `meters`: what a call used is a list of meters.
 */
export const nodeForm = { sealedTexts: 1n, meters: 2n } as const

const formOfThisVersion = nodeForm.meters

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

/** The form that every living node reads; 0: of one nothing is known. A SQLite file has one process, and that is this one. */
export async function formReadByAll(db: Kysely<Tables>, dialect: DatabaseDialect): Promise<bigint> {
  if (dialect === 'sqlite') return formOfThisVersion
  const living = await livingIncarnations(db, dialect, silentMs)
  const told = await db.selectFrom('node_forms').selectAll().execute()
  const formOf = new Map(told.map(({ incarnation, form }) => [incarnation, form]))
  return living
    .map((id) => formOf.get(id) ?? 0n)
    .reduce((least, form) => (form < least ? form : least), formOfThisVersion)
}
