import { dayIn } from '../../lib/zone.ts'
import type { Handler } from '../call.ts'
import { quotaOut } from '../present.ts'

const dayMs = 86_400_000

export const getDashboard: Handler<'getDashboard'> = async ({ query }, { caller, parts }) => {
  const to = parts.clock.now()
  // One day more than asked: the first hours of the first day may lie before `days × 24 h`.
  const from = to - query.days * dayMs
  const first = dayIn(to - (query.days - 1) * dayMs, query.time_zone)
  const days = await parts.rollups.daysOf(caller.id, { from, to, timeZone: query.time_zone })
  return days
    .filter(({ day }) => day >= first)
    .map((row) => ({
      Date: row.day,
      ModelName: row.model,
      RequestCount: row.requests,
      Quota: quotaOut(row.quota),
      PromptTokens: row.inputTokens,
      CompletionTokens: row.outputTokens,
      RequestTime: row.durationMs,
    }))
}
