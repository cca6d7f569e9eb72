import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/**
 * What a node may hold in memory, by name. `configuration`: channels, prices, groups, settings.
 * `identities`: tokens and their owners. Whoever writes bumps the number in the same transaction.
 */
export type RevisionName = 'configuration' | 'identities'

/** Bumps a revision and answers the new one. */
export async function bump(transaction: Transaction<Tables>, name: RevisionName): Promise<bigint> {
  const row = await transaction
    .insertInto('revisions')
    .values({ name, revision: 1n })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((is) => ({ revision: is('revisions.revision', '+', 1n) })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow()
  return row.revision
}

export async function revisions(db: Kysely<Tables>): Promise<Record<RevisionName, bigint>> {
  const rows = await db.selectFrom('revisions').selectAll().execute()
  const of = (name: RevisionName) => rows.find((row) => row.name === name)?.revision ?? 0n
  return { configuration: of('configuration'), identities: of('identities') }
}
