import { bucketOf } from '../../lib/latency-buckets.ts'
import type { SqlRow } from '../sql-row.ts'

/**
 * What a row of the log adds to the sums that statistics are made of. Each node has sums of its own, so that no
 * charge waits for one of another node.
 */
export const talliesOf = (row: SqlRow, node: string) => [
  ...sumsOf(row, node),
  ...latenciesOf(row, node),
]

/** The hour of the row itself: sums over hours and over rows are the same. */
const hourOf = (row: SqlRow): bigint => wholeOf(row['created_at']) / 3_600_000n

const scopesOf = (row: SqlRow) =>
  [
    ['all', 0n],
    ['user', wholeOf(row['user_id'])],
    ['channel', wholeOf(row['channel_id'])],
  ] as const

/** By hour and model, and since the beginning. */
function sumsOf(row: SqlRow, node: string) {
  const firstContentMs = row['first_content_ms'] ?? null
  const add = {
    requests: 1n,
    errors: row['type'] === 5n ? 1n : 0n,
    quota: 'charged' as const,
    input_tokens: wholeOf(row['input_tokens']),
    output_tokens: wholeOf(row['output_tokens']),
    duration_ms: wholeOf(row['duration_ms']),
    first_content_ms: wholeOf(firstContentMs),
    first_content_count: firstContentMs === null ? 0n : 1n,
    doubts: row['doubts'] === '' ? 0n : 1n,
  }
  const scopes = [...scopesOf(row), ['token', wholeOf(row['token_id'])] as const]
  return scopes.flatMap(([scope, scope_id]) => [
    {
      table: 'node_rollup',
      key: { scope, scope_id, hour: hourOf(row), model: String(row['model']), node },
      add,
    },
    { table: 'node_rollup', key: { scope, scope_id, hour: 0n, model: '', node }, add },
  ])
}

/** How long an answer took, and how long its first word. Of a failure neither says anything. */
function latenciesOf(row: SqlRow, node: string) {
  if (row['type'] !== 2n) return []
  const firstContentMs = row['first_content_ms'] ?? null
  const lengths = [
    { of: row['duration_ms'], add: { durations: 1n, first_contents: 0n } },
    ...(firstContentMs === null
      ? []
      : [{ of: firstContentMs, add: { durations: 0n, first_contents: 1n } }]),
  ]
  const key = { hour: hourOf(row), model: String(row['model']), node }
  return scopesOf(row).flatMap(([scope, scope_id]) =>
    lengths.map(({ of, add }) => ({
      table: 'latency_rollup',
      key: { scope, scope_id, ...key, up_to_ms: BigInt(bucketOf(Number(of))) },
      add,
    })),
  )
}

const wholeOf = (value: SqlRow[string] | undefined): bigint =>
  typeof value === 'bigint' ? value : 0n
