import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

type Row = Readonly<Record<string, string | number | bigint | null>>

/**
 * Writes what the gateway recorded beside the money: attempts, and refusals before a hold. Refusals
 * count in the roll-ups as the errors of settlements do, so that sums are the same from both.
 */
export async function writeRecords(
  db: Kysely<Tables>,
  batch: { readonly attempts: readonly Row[]; readonly refused: readonly Row[] },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (batch.attempts.length > 0) {
      await transaction
        .insertInto('attempts')
        .values(batch.attempts as Insertable<Tables['attempts']>[])
        .execute()
    }
    if (batch.refused.length === 0) return
    const rows = batch.refused as Insertable<Tables['usage_log']>[]
    await transaction.insertInto('usage_log').values(rows).execute()
    for (const count of errorCounts(rows)) await addErrors(transaction, count)
  })
}

type ErrorCount = { scope: string; scopeId: bigint; hour: bigint; model: string; errors: bigint }

/** In the order of their keys, as settlements write theirs: two writers never wait for each other in a ring. */
function errorCounts(rows: readonly Insertable<Tables['usage_log']>[]): ErrorCount[] {
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
        const key = `${scope}|${scopeId}|${place.hour}|${place.model}`
        const count = counts.get(key) ?? { scope, scopeId, ...place, errors: 0n }
        counts.set(key, { ...count, errors: count.errors + 1n })
      }
    }
  }
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
}

async function addErrors(db: Kysely<Tables>, count: ErrorCount): Promise<void> {
  await db
    .insertInto('usage_rollup')
    .values({
      scope: count.scope,
      scope_id: count.scopeId,
      hour: count.hour,
      model: count.model,
      requests: count.errors,
      errors: count.errors,
      quota: 0n,
      input_tokens: 0n,
      output_tokens: 0n,
      duration_ms: 0n,
      first_content_ms: 0n,
      first_content_count: 0n,
    })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'scope_id', 'hour', 'model']).doUpdateSet((is) => ({
        requests: is('usage_rollup.requests', '+', count.errors),
        errors: is('usage_rollup.errors', '+', count.errors),
      })),
    )
    .execute()
}
