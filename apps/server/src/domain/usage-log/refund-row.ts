import { logType } from '@posthouse/contract/log'
import type { LogRow } from './log-store.ts'
import type { SqlRow } from './sql-row.ts'

/**
 * The row of a charge that is given back: of the same call and found by the same filters, so that all their sums
 * fall by it. Nothing was asked or answered. Its `quota` is filled by the ledger, below zero.
 */
export function refundRow(
  charged: SqlRow,
  {
    content,
    at,
    supplierCharged,
  }: { readonly content: string; readonly at: number; readonly supplierCharged: boolean },
): SqlRow {
  const { cost } = charged
  return {
    ...ofCall(charged),
    type: BigInt(logType.refund),
    created_at: BigInt(at),
    is_stream: 0n,
    duration_ms: 0n,
    first_content_ms: null,
    input_tokens: 0n,
    output_tokens: 0n,
    usage: '[]',
    usage_source: '',
    outcome: '',
    status: 0n,
    error_code: '',
    quota: 0n,
    written_off: 0n,
    held: 0n,
    extensions: '',
    added_limit: 0n,
    charge: '',
    client_request_id: '',
    content,
    cost: typeof cost !== 'bigint' ? null : supplierCharged ? 0n : -cost,
  }
}

const columnsOfCall = [
  'request_id',
  'user_id',
  'username',
  'token_id',
  'token_name',
  'channel_id',
  'channel_name',
  'model',
  'priced_model',
  'group',
  'dialect',
  'book_revision',
  'group_ratio_millionths',
  'doubts',
  'source_ip',
] as const satisfies readonly (keyof LogRow)[]

const ofCall = (charged: SqlRow): SqlRow =>
  Object.fromEntries(columnsOfCall.map((column) => [column, charged[column] ?? null]))
