import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { noteChannelHealth } from './rollups/channel-health.ts'
import { countFailures } from './rollups/failures.ts'
import { rollupKey } from './rollups/rollup-rows.ts'

type Row = Readonly<Record<string, string | number | bigint | null>>

/**
 * Writes what the gateway of a node recorded beside the money: attempts, and refusals before a hold. Refusals
 * count in the roll-ups as the errors of settlements do, so that sums are the same from both.
 */
export async function writeRecords(
  db: Kysely<Tables>,
  batch: { readonly attempts: readonly Row[]; readonly refused: readonly Row[] },
  node: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (batch.attempts.length > 0) {
      const attempts = batch.attempts as Insertable<Tables['attempts']>[]
      await transaction.insertInto('attempts').values(attempts).execute()
      await countFailures(transaction, attempts, node)
      await noteChannelHealth(transaction, attempts)
    }
    if (batch.refused.length === 0) return
    const rows = batch.refused as Insertable<Tables['usage_log']>[]
    await transaction.insertInto('usage_log').values(rows).execute()
    for (const count of errorCounts(rows, node)) await addErrors(transaction, count)
  })
}

type ErrorCount = {
  scope: string
  scopeId: bigint
  hour: bigint
  model: string
  node: string
  errors: bigint
}

/** In the order of their keys, as the ledger writes the same: two writers never wait for each other in a ring. */
function errorCounts(rows: readonly Insertable<Tables['usage_log']>[], node: string): ErrorCount[] {
  const counts = new Map<string, ErrorCount>()
  for (const row of rows) {
    const scopes: [string, bigint][] = [
      ['all', 0n],
      ['user', BigInt(row.user_id)],
      ['token', BigInt(row.token_id)],
    ]
    const hour = BigInt(row.created_at) / 3_600_000n
    for (const [scope, scopeId] of scopes) {
      for (const place of [
        { hour, model: row.model },
        { hour: 0n, model: '' },
      ]) {
        const key = [scope, scopeId, place.hour, place.model, node].join(' ')
        const count = counts.get(key) ?? { scope, scopeId, ...place, node, errors: 0n }
        counts.set(key, { ...count, errors: count.errors + 1n })
      }
    }
  }
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
}

async function addErrors(db: Kysely<Tables>, count: ErrorCount): Promise<void> {
  await db
    .insertInto('node_rollup')
    .values({
      scope: count.scope,
      scope_id: count.scopeId,
      hour: count.hour,
      model: count.model,
      node: count.node,
      requests: count.errors,
      errors: count.errors,
      refusals: count.errors,
      quota: 0n,
      input_tokens: 0n,
      output_tokens: 0n,
      duration_ms: 0n,
      first_content_ms: 0n,
      first_content_count: 0n,
    })
    .onConflict((conflict) =>
      conflict.columns([...rollupKey, 'node']).doUpdateSet((is) => ({
        requests: is('node_rollup.requests', '+', count.errors),
        errors: is('node_rollup.errors', '+', count.errors),
        refusals: is('node_rollup.refusals', '+', count.errors),
      })),
    )
    .execute()
}
