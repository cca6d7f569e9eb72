import { rollupColumns } from '../domain/usage-log/rollups/rollup-rows.ts'

type Sums = Record<(typeof rollupColumns)[number], bigint>

/** Sums of a day, over nodes. */
export type KeptSums = Sums & {
  readonly scope: string
  readonly scope_id: bigint
  readonly hour: bigint
  readonly model: string
}

/** Sums by scope, id, hour and model. */
export type DaySums = Map<string, Sums>

export const sumsOfDay = (kept: readonly KeptSums[]): DaySums =>
  new Map(
    kept
      .filter(({ scope, scope_id: id }) => scope !== 'channel' || id > 0n)
      .map((row) => [`${row.scope} ${row.scope_id} ${row.hour} ${row.model}`, row]),
  )

/** Adds a call, or what was given back of one, to the sums in which it stands. A refusal before a hold has no channel. */
export function addTo(sums: DaySums, row: ReturnType<typeof columnsOf>): void {
  const added = sumsOf(row)
  const scopes = [
    ['all', 0n],
    ['user', row.user_id],
    ['token', row.token_id],
    ...(row.channel_id > 0n ? [['channel', row.channel_id] as const] : []),
  ] as const
  for (const [scope, id] of scopes) {
    const key = `${scope} ${id} ${row.created_at / 3_600_000n} ${row.model}`
    const known = sums.get(key)
    const sum = (column: keyof Sums): [keyof Sums, bigint] => [
      column,
      (known?.[column] ?? 0n) + added[column],
    ]
    sums.set(key, Object.fromEntries(rollupColumns.map(sum)) as Sums)
  }
}

const sumsOf = (row: ReturnType<typeof columnsOf>): Sums => ({
  requests: row.type === 6n ? 0n : 1n,
  errors: row.type === 5n ? 1n : 0n,
  quota: row.quota,
  input_tokens: row.input_tokens,
  output_tokens: row.output_tokens,
  // Nothing waited for a call that was refused at once.
  duration_ms: row.outcome === 'refused' ? 0n : row.duration_ms,
  first_content_ms: row.first_content_ms ?? 0n,
  first_content_count: row.first_content_ms === null ? 0n : 1n,
  refusals: row.type === 5n && row.channel_id === 0n ? 1n : 0n,
  doubts: row.type === 6n || row.doubts === '' ? 0n : 1n,
  cost: row.cost ?? 0n,
  costed_quota: row.cost === null ? 0n : row.quota,
})

/** The columns of a row that are summed or priced, read from the log or from a line of the archive. Throws for what is no row. */
export const columnsOf = (row: Readonly<Record<string, unknown>>) => ({
  request_id: textIn(row, 'request_id'),
  model: textIn(row, 'model'),
  outcome: textIn(row, 'outcome'),
  usage: textIn(row, 'usage'),
  charge: textIn(row, 'charge'),
  doubts: textIn(row, 'doubts'),
  type: wholeIn(row, 'type'),
  created_at: wholeIn(row, 'created_at'),
  user_id: wholeIn(row, 'user_id'),
  token_id: wholeIn(row, 'token_id'),
  channel_id: wholeIn(row, 'channel_id'),
  quota: wholeIn(row, 'quota'),
  written_off: wholeIn(row, 'written_off'),
  input_tokens: wholeIn(row, 'input_tokens'),
  output_tokens: wholeIn(row, 'output_tokens'),
  duration_ms: wholeIn(row, 'duration_ms'),
  first_content_ms: row['first_content_ms'] === null ? null : wholeIn(row, 'first_content_ms'),
  group_ratio_millionths: wholeIn(row, 'group_ratio_millionths'),
  // Rows of before costs have none.
  cost: (row['cost'] ?? null) === null ? null : wholeIn(row, 'cost'),
})

function textIn(row: Readonly<Record<string, unknown>>, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new Error(`${column} is no text`)
  return value
}

function wholeIn(row: Readonly<Record<string, unknown>>, column: string): bigint {
  const value = row[column]
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' || typeof value === 'string') return BigInt(value)
  throw new Error(`${column} is no number`)
}
