import type { LogSums } from '@posthouse/contract/log'
import type { LogStore } from '../../usage-log/log-store.ts'
import { quotaOut } from '../present.ts'

export const sumsOut = (sums: Awaited<ReturnType<LogStore['sums']>>): LogSums => ({
  requests: sums.requests,
  errors: sums.errors,
  quota: quotaOut(sums.quota),
  prompt_tokens: sums.inputTokens,
  completion_tokens: sums.outputTokens,
  average_first_content_time: sums.averageFirstContentMs,
  rows_since: sums.rowsSince / 1_000,
})
