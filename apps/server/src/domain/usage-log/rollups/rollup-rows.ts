import { type RawBuilder, sql } from 'kysely'

/** Everything that a roll-up sums. */
export const rollupColumns = [
  'requests',
  'errors',
  'quota',
  'input_tokens',
  'output_tokens',
  'duration_ms',
  'first_content_ms',
  'first_content_count',
  'doubts',
  'refusals',
  'cost',
  'costed_quota',
] as const

/** The subject of a roll-up. */
export const rollupKey = ['scope', 'scope_id', 'hour', 'model'] as const

/** The key of latencies. */
export const latencyKey = [...rollupKey, 'up_to_ms'] as const

/** The key that meters are counted by. */
export const meterKey = [...rollupKey, 'meter'] as const

/** The key of failed attempts. */
export const failureKey = ['channel_id', 'hour', 'failure'] as const

/**
 * The rows of roll-ups that are folded and of those that nodes have added since: a sum is over both,
 * and read by one statement, for a fold may come between two. Conditions belong into the query: what is asked of the
 * whole reaches no index.
 */
export const inRollups = (query: (table: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql`(${query(sql.table('usage_rollup'))} union all ${query(sql.table('node_rollup'))})`

const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

/** The roll-ups of a condition, over nodes: a row a key. */
export function summedRollups(where: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = list([...rollupKey, ...rollupColumns])
  const found = inRollups((table) => sql`select ${columns} from ${table} where ${where}`)
  const sums = rollupColumns.map(
    (column) => sql`cast(sum(${sql.ref(column)}) as bigint) as ${sql.ref(column)}`,
  )
  return sql`(
    select ${list(rollupKey)}, ${sql.join(sums)} from ${found} as parts group by ${list(rollupKey)})`
}

/** A sum since the beginning, of the row of another table whose id is given. */
export function totalOf(
  column: (typeof rollupColumns)[number],
  of: { readonly scope: 'channel' | 'token' | 'user'; readonly id: string },
): RawBuilder<bigint> {
  const partIn = (table: string) => sql`coalesce((
    select sum(${sql.ref(column)}) from ${sql.table(table)}
    where scope = ${sql.lit(of.scope)} and scope_id = ${sql.ref(of.id)} and hour = 0 and model = ''
  ), 0)`
  return sql<bigint>`cast(${partIn('usage_rollup')} + ${partIn('node_rollup')} as bigint)`
}
