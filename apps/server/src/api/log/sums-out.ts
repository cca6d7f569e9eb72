import type { LogSummary, LogSums } from '@posthouse/contract/log'
import type { LogFilter } from '../../domain/usage-log/log-filter.ts'
import type { LogStore } from '../../domain/usage-log/log-store.ts'
import type { ApiParts } from '../api-parts.ts'
import { quotaOut } from '../present.ts'

/** The strip of a filter. */
export async function summaryOut(
  { logs, clock }: Pick<ApiParts, 'logs' | 'clock'>,
  filter: LogFilter,
): Promise<LogSummary> {
  const [sums, meters, { duration, firstContent }] = await Promise.all([
    logs.sums(filter),
    logs.meters(filter),
    logs.latencies(filter, clock.now()),
  ])
  return {
    ...sumsOut(sums),
    meters,
    duration: { p50: duration.p50, p95: duration.p95 },
    first_content: { p50: firstContent.p50, p95: firstContent.p95 },
  }
}

const sumsOut = (sums: Awaited<ReturnType<LogStore['sums']>>): LogSums => ({
  requests: sums.requests,
  failures: sums.failures,
  errors: sums.errors,
  quota: quotaOut(sums.quota),
  prompt_tokens: sums.inputTokens,
  completion_tokens: sums.outputTokens,
  average_first_content_time: sums.averageFirstContentMs,
  rows_since: sums.rowsSince / 1_000,
})
