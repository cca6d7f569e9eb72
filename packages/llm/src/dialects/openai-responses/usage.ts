import type { UsageEvent } from '../../canonical/event.ts'
import { sourceOf } from '../../canonical/usage/usage-event.ts'
import { claimedBy, countsOf, capParts } from '../../canonical/usage/counts.ts'
import { field, type Fields, fieldsOf } from '../../bytes/fields.ts'
import {
  inputTokensOf,
  outputTokensOf,
  type ReportedSide,
  type ReportedUsage,
  reportOf,
  type Usage,
} from '../../canonical/usage.ts'

/*
 * `usage` of a response. https://platform.openai.com/docs/api-reference/responses/object: input_tokens
 * includes what was read from the cache and written to it, output_tokens includes reasoning.
 */

export function responsesUsage(reported: unknown): ReportedUsage | null {
  const usage = fieldsOf(reported)
  if (usage === null) return null
  const given = usage['input_tokens'] ?? usage['output_tokens'] ?? null
  if (given === null) return null
  const input = inputOf(usage, fieldsOf(usage['input_tokens_details']) ?? {})
  const output = outputOf(usage, fieldsOf(usage['output_tokens_details']) ?? {})
  return reportOf(input, output)
}

function inputOf(usage: Fields, details: Fields): ReportedSide | null {
  const counts = countsOf([
    field(usage, 'input_tokens'),
    field(details, 'cached_tokens'),
    field(details, 'audio_tokens'),
    field(details, 'image_tokens'),
  ])
  const written = writtenOf(details)
  if (counts === null || written === null) return null
  const [total = 0, cached = 0, audio = 0, image = 0] = counts
  const parts = [cached, ...written, audio, image]
  const [cache_read = 0, cache_write_1h = 0, cache_write_5m = 0, audio_in = 0, image_in = 0] =
    capParts(total, parts)
  const input = total - cache_read - cache_write_1h - cache_write_5m - audio_in - image_in
  const buckets = { input, cache_read, cache_write_5m, cache_write_1h, audio_in, image_in }
  return { ...buckets, ...claimedBy(total, parts) }
}

/** Tokens written to the cache for long, and for short. */
function writtenOf(details: Fields): readonly [number, number] | null {
  const byTtl = fieldsOf(details['cache_write_tokens_details']) ?? {}
  const counts = countsOf([field(details, 'cache_write_tokens'), field(byTtl, 'ttl_12h_tokens')])
  if (counts === null) return null
  const [all = 0, long = 0] = counts
  const [kept = 0] = capParts(all, [long])
  return [kept, all - kept]
}

function outputOf(usage: Fields, details: Fields): ReportedSide | null {
  const counts = countsOf([
    field(usage, 'output_tokens'),
    field(details, 'reasoning_tokens'),
    field(details, 'audio_tokens'),
    field(details, 'image_tokens'),
  ])
  if (counts === null) return null
  const [total = 0, reasoned = 0, audio = 0, image = 0] = counts
  const parts = [reasoned, audio, image]
  const [reasoning = 0, audio_out = 0, image_out = 0] = capParts(total, parts)
  const output = total - reasoning - audio_out - image_out
  return { output, reasoning, audio_out, image_out, ...claimedBy(total, parts) }
}

/** The two kinds of cache entry are `ttl_30m` and `ttl_12h` here. */
export function encodeUsage(event: UsageEvent): Fields {
  const { usage } = event
  const input = inputTokensOf(usage)
  const output = outputTokensOf(usage)
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: usage.cache_read,
      cache_write_tokens: usage.cache_write_5m + usage.cache_write_1h,
      ...(usage.cache_write_1h === 0 ? {} : { cache_write_tokens_details: writtenByTtl(usage) }),
      ...unlessNone({ audio_tokens: usage.audio_in, image_tokens: usage.image_in }),
    },
    output_tokens: output,
    output_tokens_details: {
      reasoning_tokens: usage.reasoning,
      ...unlessNone({ audio_tokens: usage.audio_out, image_tokens: usage.image_out }),
    },
    total_tokens: input + output,
    ...sourceOf(event),
  }
}

const writtenByTtl = (usage: Usage): Fields => ({
  ttl_30m_tokens: usage.cache_write_5m,
  ttl_12h_tokens: usage.cache_write_1h,
})

/** The dialect names these only where there are any. */
const unlessNone = (counts: Readonly<Record<string, number>>): Fields =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
