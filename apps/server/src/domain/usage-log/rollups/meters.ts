import { type Kysely, sql } from 'kysely'
import type { DatabaseDialect } from '../../../db/connection.ts'
import type { Tables } from '../../../db/tables.ts'
import { callTypes, filtered, type LogFilter, narrowed } from '../log-filter.ts'
import { withAccount } from '../log-sums.ts'
import { planSums, type RolledHours } from '../sums-plan.ts'
import { storedMeters } from '../../../db/stored-meters.ts'

type Parts = { readonly db: Kysely<Tables>; readonly dialect: DatabaseDialect }

type Amount = { readonly meter: string; readonly amount: bigint }

/**
 * The usage of a filter's calls, by meter and without the calls themselves. Whole hours come from the roll-ups, the
 * rest and what they do not know from rows, as in the sums.
 */
export async function metersOf(
  parts: Parts,
  asked: LogFilter,
): Promise<{ meter: string; amount: number }[]> {
  const { hours, rows } = planSums(await withAccount(parts.db, asked))
  const found = await Promise.all([
    ...(hours === null ? [] : [inHours(parts.db, hours)]),
    ...rows.map((filter) => inRows(parts, filter)),
  ])
  const amounts = new Map<string, bigint>()
  for (const { meter, amount } of found.flat()) {
    amounts.set(meter, (amounts.get(meter) ?? 0n) + BigInt(amount))
  }
  return [...amounts]
    .map(([meter, amount]) => ({ meter, amount: Number(amount) }))
    .toSorted((a, b) => (a.meter < b.meter ? -1 : 1))
}

const inHours = (db: Kysely<Tables>, hours: RolledHours): Promise<Amount[]> =>
  db
    .selectFrom('meter_rollup')
    // Those of all channels are those of everybody.
    .where('scope', '=', hours.scope === 'all' ? 'channel' : hours.scope)
    .$if(hours.scope !== 'all', (some) => some.where('scope_id', '=', hours.scopeId))
    .where('hour', '>=', BigInt(hours.firstHour))
    .$if(hours.lastHour !== null, (some) => some.where('hour', '<=', BigInt(hours.lastHour ?? 0)))
    .$if(hours.model !== '', (some) => some.where('model', '=', hours.model))
    .select(['meter', sql<bigint>`cast(sum(amount) as bigint)`.as('amount')])
    .groupBy('meter')
    .execute()

async function inRows({ db, dialect }: Parts, filter: LogFilter): Promise<Amount[]> {
  const calls = filtered(db, await narrowed(db, filter))
    .where('type', 'in', callTypes)
    .select('usage')
  const { rows } = await sql<Amount>`
    select meter, cast(sum(amount) as bigint) as amount
    from ${storedMeters(dialect, sql`${calls}`)} as metered group by meter`.execute(db)
  return rows
}
