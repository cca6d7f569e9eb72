import { countsOf } from '../../canonical/usage/counts.ts'
import { type Fields, fieldsOf, objectsIn } from '../../bytes/fields.ts'
import { type ReportedSide, type ReportedUsage, reportOf } from '../../canonical/usage.ts'

/*
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html. `inputTokens` is without what was
 * read from or written to the cache: https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html.
 */

export function converseUsage(reported: unknown): ReportedUsage | null {
  const usage = fieldsOf(reported)
  if (usage === null) return null
  if (usage['inputTokens'] == null && usage['outputTokens'] == null) return null
  const output = countsOf([usage['outputTokens']])
  return reportOf(inputOf(usage), output === null ? null : { output: output[0] ?? 0 })
}

function inputOf(usage: Fields): ReportedSide | null {
  const long = objectsIn(usage['cacheDetails']).filter(({ ttl }) => ttl === '1h')
  const counts = countsOf([
    usage['inputTokens'],
    usage['cacheReadInputTokens'],
    usage['cacheWriteInputTokens'],
    ...long.map(({ inputTokens }) => inputTokens),
  ])
  if (counts === null) return null
  const [input = 0, cache_read = 0, written = 0, ...hours] = counts
  // A part of what was written, whatever its details add up to.
  const cache_write_1h = Math.min(
    written,
    hours.reduce((sum, count) => sum + count, 0),
  )
  const cache_write_5m = written - cache_write_1h
  return { input, cache_read, cache_write_5m, cache_write_1h }
}
