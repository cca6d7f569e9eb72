import type { Account } from '../accounts/account.ts'

/**
 * A log row that is not about a model call: money given, taken or corrected. Its `quota` is filled
 * by the ledger with what really moved.
 */
export const remarkRow = (about: {
  account: Pick<Account, 'id' | 'username' | 'group'>
  requestId: string
  logType: number
  content: string
  at: number
}): Readonly<Record<string, string | bigint | null>> => ({
  request_id: about.requestId,
  type: BigInt(about.logType),
  created_at: BigInt(about.at),
  user_id: about.account.id,
  username: about.account.username,
  token_id: 0n,
  token_name: '',
  channel_id: 0n,
  channel_name: '',
  model: '',
  priced_model: '',
  group: about.account.group,
  dialect: '',
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
  written_off: 0n,
  cost: null,
  held: 0n,
  extensions: '',
  book_revision: 0n,
  group_ratio_millionths: 0n,
  added_limit: 0n,
  doubts: '',
  charge: '',
  client_request_id: '',
  source_ip: '',
  content: about.content,
})
