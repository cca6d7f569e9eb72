import type { Language } from '@posthouse/contract/errors'
import type { LogRow as LogRowOut } from '@posthouse/contract/log'
import { doubtsIn } from '../../domain/usage-log/doubts.ts'
import { remarkText } from '../../domain/usage-log/remarks.ts'
import type { LogRow } from '../../domain/usage-log/log-store.ts'
import { idOut, quotaOut, secondsOut } from '../present.ts'

export type Reader = { readonly administrator: boolean; readonly language: Language }

/** Only administrators see the channel. */
export const logOut = (row: LogRow, { administrator, language }: Reader): LogRowOut => ({
  id: idOut(row.id),
  request_id: row.request_id,
  created_at: secondsOut(Number(row.created_at), 0),
  type: Number(row.type),
  channel:
    administrator && row.channel_id !== 0n
      ? { id: idOut(row.channel_id), name: row.channel_name }
      : null,
  user_id: idOut(row.user_id),
  username: row.username,
  token_name: row.token_name,
  model_name: row.model,
  group: row.group,
  is_stream: row.is_stream === 1n,
  request_time: Number(row.duration_ms),
  first_content_time: row.first_content_ms === null ? null : Number(row.first_content_ms),
  prompt_tokens: Number(row.input_tokens),
  completion_tokens: Number(row.output_tokens),
  quota: quotaOut(row.quota),
  usage_source: row.usage_source,
  outcome: row.outcome,
  doubts: doubtsIn(row),
  status: Number(row.status),
  error_code: row.error_code,
  content: remarkText(row.content, language),
  source_ip: row.source_ip,
})
