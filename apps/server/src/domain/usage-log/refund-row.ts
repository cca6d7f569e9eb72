import { logType } from '@posthouse/contract/log'
import type { LogRow } from './log-store.ts'
import type { SqlRow } from './sql-row.ts'

/**
 * The row of a charge that is given back: of the same call and found by the same filters, so that all their sums
 * fall by it. Nothing was asked or answered. Its `quota` is filled by the ledger, below zero.
 */
export const refundRow = (
  charged: LogRow,
  {
    content,
    at,
    supplierCharged,
  }: { readonly content: string; readonly at: number; readonly supplierCharged: boolean },
): SqlRow => ({
  request_id: charged.request_id,
  type: BigInt(logType.refund),
  created_at: BigInt(at),
  user_id: charged.user_id,
  username: charged.username,
  token_id: charged.token_id,
  token_name: charged.token_name,
  channel_id: charged.channel_id,
  channel_name: charged.channel_name,
  model: charged.model,
  priced_model: charged.priced_model,
  group: charged.group,
  dialect: charged.dialect,
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
  book_revision: charged.book_revision,
  group_ratio_millionths: charged.group_ratio_millionths,
  added_limit: 0n,
  doubts: charged.doubts,
  charge: '',
  client_request_id: '',
  source_ip: charged.source_ip,
  content,
  cost: charged.cost === null ? null : supplierCharged ? 0n : -charged.cost,
})
