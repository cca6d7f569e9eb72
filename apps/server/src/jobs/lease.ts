import { databaseClock } from '@posthouse/ledger/incarnation'
import { type Kysely, sql } from 'kysely'
import type { DatabaseDialect } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'

/**
 * Takes or renews the right to run a job. One statement decides, so two nodes never both have it;
 * a node that died loses it when its time is over, by the database's clock: nodes need not agree on the time.
 */
export async function takeLease(
  db: Kysely<Tables>,
  dialect: DatabaseDialect,
  lease: { name: string; owner: string; forMs: number },
): Promise<boolean> {
  const now = databaseClock(dialect)
  const expires = sql<bigint>`${now} + cast(${BigInt(lease.forMs)} as bigint)`
  const row = await db
    .insertInto('leases')
    .values({ name: lease.name, owner: lease.owner, expires_at: expires })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ owner: lease.owner, expires_at: expires })
        .where((is) =>
          is.or([is('leases.owner', '=', lease.owner), is('leases.expires_at', '<=', now)]),
        ),
    )
    .returning('owner')
    .executeTakeFirst()
  return row?.owner === lease.owner
}
