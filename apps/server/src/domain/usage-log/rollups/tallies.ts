import { bucketOf } from '../../../lib/latency-buckets.ts'
import { metersIn } from '../../pricing/stored-usage.ts'
import type { SqlRow } from '../sql-row.ts'

/** A tally of the ledger: the same is added to the row of each key. */
type Tally = {
  readonly table: string
  readonly columns: readonly string[]
  readonly keys: readonly (readonly (string | bigint)[])[]
  readonly add: Readonly<Record<string, bigint | 'charged'>>
}

/**
 * A row's additions to the sums that statistics are made of. Each node has sums of its own, so that no
 * charge waits for one of another node.
 */
export const talliesOf = (row: SqlRow, node: string): readonly Tally[] => [
  sumsOf(row, node),
  ...latenciesOf(row, node),
  ...metersOf(row, node),
]

/** The hour of the row itself: sums over hours and over rows are the same. */
const hourOf = (row: SqlRow): bigint => wholeOf(row['created_at']) / 3_600_000n

/** By hour and model, and since the beginning. */
function sumsOf(row: SqlRow, node: string): Tally {
  const firstContentMs = row['first_content_ms'] ?? null
  const scopes = [
    ['all', 0n],
    ['user', wholeOf(row['user_id'])],
    ['channel', wholeOf(row['channel_id'])],
    ['token', wholeOf(row['token_id'])],
  ] as const
  const hour = hourOf(row)
  const model = String(row['model'])
  return {
    table: 'node_rollup',
    columns: ['scope', 'scope_id', 'hour', 'model', 'node'],
    keys: scopes.flatMap(([scope, id]) => [
      [scope, id, hour, model, node],
      [scope, id, 0n, '', node],
    ]),
    add: {
      // A charge that is given back is no call.
      requests: row['type'] === 6n ? 0n : 1n,
      errors: row['type'] === 5n ? 1n : 0n,
      quota: 'charged',
      input_tokens: wholeOf(row['input_tokens']),
      output_tokens: wholeOf(row['output_tokens']),
      duration_ms: wholeOf(row['duration_ms']),
      first_content_ms: wholeOf(firstContentMs),
      first_content_count: firstContentMs === null ? 0n : 1n,
      refusals: row['type'] === 5n && wholeOf(row['channel_id']) === 0n ? 1n : 0n,
      doubts: row['type'] === 6n || row['doubts'] === '' ? 0n : 1n,
      cost: wholeOf(row['cost'] ?? null),
      costed_quota: typeof row['cost'] === 'bigint' ? 'charged' : 0n,
    },
  }
}

/**
 * The time of an answer, and of its first word. Of a failure neither says anything. Every call is of one
 * channel, if of none then of 0: those of everybody are those of all channels.
 */
function latenciesOf(row: SqlRow, node: string): readonly Tally[] {
  if (row['type'] !== 2n) return []
  const hour = hourOf(row)
  const model = String(row['model'])
  const counted = (ms: SqlRow[string], add: Tally['add']): Tally => {
    const upTo = BigInt(bucketOf(Number(ms)))
    return {
      table: 'latency_rollup',
      columns: ['scope', 'scope_id', 'hour', 'model', 'node', 'up_to_ms'],
      keys: [
        ['user', wholeOf(row['user_id']), hour, model, node, upTo],
        ['channel', wholeOf(row['channel_id']), hour, model, node, upTo],
      ],
      add,
    }
  }
  const firstContentMs = row['first_content_ms'] ?? null
  return [
    counted(row['duration_ms'] ?? 0n, { durations: 1n, first_contents: 0n }),
    ...(firstContentMs === null
      ? []
      : [counted(firstContentMs, { durations: 0n, first_contents: 1n })]),
  ]
}

/** The call's usage, kinds of one meter added up. The number of calls is told by the requests. */
function metersOf(row: SqlRow, node: string): readonly Tally[] {
  const { usage } = row
  if (typeof usage !== 'string' || usage === '') return []
  const amounts = new Map<string, number>()
  for (const { meter, amount } of metersIn(usage)) {
    if (meter !== 'call') amounts.set(meter, (amounts.get(meter) ?? 0) + amount)
  }
  const [hour, model] = [hourOf(row), String(row['model'])]
  return [...amounts].map(([meter, amount]) => ({
    table: 'meter_rollup',
    columns: ['scope', 'scope_id', 'hour', 'model', 'meter', 'node'],
    keys: [
      ['user', wholeOf(row['user_id']), hour, model, meter, node],
      ['channel', wholeOf(row['channel_id']), hour, model, meter, node],
    ],
    add: { amount: BigInt(amount) },
  }))
}

const wholeOf = (value: SqlRow[string] | undefined): bigint =>
  typeof value === 'bigint' ? value : 0n
