import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * Takes or renews the right to run a job. One statement decides, so two nodes never both have it;
 * a node that died loses it when its time is over.
 */
export async function takeLease(
  db: Kysely<Tables>,
  lease: { name: string; owner: string; now: number; forMs: number },
): Promise<boolean> {
  const expires = BigInt(lease.now + lease.forMs)
  const row = await db
    .insertInto('leases')
    .values({ name: lease.name, owner: lease.owner, expires_at: expires })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ owner: lease.owner, expires_at: expires })
        .where((is) =>
          is.or([
            is('leases.owner', '=', lease.owner),
            is('leases.expires_at', '<=', BigInt(lease.now)),
          ]),
        ),
    )
    .returning('owner')
    .executeTakeFirst()
  return row?.owner === lease.owner
}
