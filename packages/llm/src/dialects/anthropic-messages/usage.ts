import type { UsageEvent } from '../../canonical/event.ts'
import { sourceOf } from '../../canonical/usage/usage-event.ts'
import { claimedBy, countsOf, capParts } from '../../canonical/usage/counts.ts'
import {
  field,
  type Fields,
  fieldsOf,
  listOf,
  objectsIn,
  textOf,
  withoutNulls,
} from '../../bytes/fields.ts'
import {
  type Bucket,
  buckets,
  inputBuckets,
  inputTokensOf,
  noUsage,
  outputBuckets,
  outputTokensOf,
  type ReportedSide,
  type ReportedUsage,
  reportOf,
  type Usage,
} from '../../canonical/usage.ts'

/*
 * `usage` of a message: https://platform.claude.com/docs/en/api/messages. `input_tokens` is without
 * what was read from or written to the cache; `output_tokens` includes thinking.
 */

export function anthropicUsage(reported: unknown): ReportedUsage | null {
  const usage = fieldsOf(reported)
  if (usage === null) return null
  const whole = reportIn(usage)
  const rounds = roundsOf(usage['iterations'])
  if (rounds === null) return whole
  if (whole?.absurd === true || rounds.absurd) return { usage: noUsage, absurd: true }
  return whole === null ? rounds : largerSides(whole, rounds)
}

function reportIn(usage: Fields): ReportedUsage | null {
  if (usage['input_tokens'] == null && usage['output_tokens'] == null) return null
  return reportOf(inputOf(usage), outputOf(usage))
}

/** No answer takes more rounds. */
const roundsMost = 1_000

/**
 * The sum of `iterations`: the totals leave out what a compaction used
 * (https://platform.claude.com/docs/en/build-with-claude/compaction). An advisor is another model with a price of its
 * own. Null: nothing is listed.
 */
function roundsOf(iterations: unknown): ReportedUsage | null {
  const listed = listOf(iterations)
  if (listed.length > roundsMost) return { usage: noUsage, absurd: true }
  const rounds = objectsIn(listed)
    .filter(({ type }) => type !== 'advisor_message')
    .map(reportIn)
    .filter((round) => round !== null)
  if (rounds.length === 0) return null
  return {
    usage: rounds.reduce((sum, round) => added(sum, round.usage), noUsage),
    absurd: rounds.some(({ absurd }) => absurd),
  }
}

const added = (one: Usage, other: Usage): Usage => ({
  ...one,
  ...Object.fromEntries(buckets.map((bucket) => [bucket, one[bucket] + other[bucket]])),
})

/** Each side as the report has it that names more of it. */
function largerSides(whole: ReportedUsage, rounds: ReportedUsage): ReportedUsage {
  const takesInput = inputTokensOf(rounds.usage) > inputTokensOf(whole.usage)
  const takesOutput = outputTokensOf(rounds.usage) > outputTokensOf(whole.usage)
  const usage = {
    ...whole.usage,
    ...(takesInput && only(rounds.usage, inputBuckets)),
    ...(takesOutput && only(rounds.usage, outputBuckets)),
  }
  return { ...whole, usage }
}

const only = (usage: Usage, some: readonly Bucket[]): Partial<Usage> =>
  Object.fromEntries(some.map((bucket) => [bucket, usage[bucket]]))

function inputOf(usage: Fields): ReportedSide | null {
  const byAge = fieldsOf(usage['cache_creation']) ?? {}
  const counts = countsOf([
    usage['input_tokens'],
    usage['cache_read_input_tokens'],
    usage['cache_creation_input_tokens'],
    field(byAge, 'ephemeral_5m_input_tokens'),
    field(byAge, 'ephemeral_1h_input_tokens'),
  ])
  if (counts === null) return null
  const [input = 0, cache_read = 0, written = 0, short = 0, cache_write_1h = 0] = counts
  // The total is cumulative in a stream while its parts are told once: what they leave is of the short kind.
  const cache_write_5m = Math.max(short, written - cache_write_1h)
  return { input, cache_read, cache_write_5m, cache_write_1h }
}

function outputOf(usage: Fields): ReportedSide | null {
  const details = fieldsOf(usage['output_tokens_details']) ?? {}
  const counts = countsOf([usage['output_tokens'], field(details, 'thinking_tokens')])
  if (counts === null) return null
  const [total = 0, reasoned = 0] = counts
  const [reasoning = 0] = capParts(total, [reasoned])
  return { output: total - reasoning, reasoning, ...claimedBy(total, [reasoned]) }
}

/**
 * The way it was answered, in one word: tokens cost by the speed and by the place
 * (https://platform.claude.com/docs/en/about-claude/pricing), which are said in fields of their own, so that
 * `fast`, `us` and `fast-us` take the place of the service tier. Null: not said.
 */
export function tierOf(fields: Fields): string | null {
  const apart = [
    ...(fields['speed'] === fast ? [fast] : []),
    ...(fields['inference_geo'] === us ? [us] : []),
  ]
  return apart.length > 0 ? apart.join('-') : textOf(fields['service_tier'])
}

const fast = 'fast'
const us = 'us'

function tierFields(tier: string | undefined): Fields {
  const words = tier?.split('-') ?? []
  if (!words.every((word) => word === fast || word === us)) return { service_tier: tier }
  return {
    speed: words.includes(fast) ? fast : null,
    inference_geo: words.includes(us) ? us : null,
  }
}

/** As this dialect reports it, at the start and at the end of a stream and in a whole answer. */
export function encodeUsage(event: UsageEvent): Fields {
  const { usage, tier } = event
  const { cache_read, cache_write_5m, cache_write_1h, reasoning } = usage
  return withoutNulls({
    input_tokens: inputTokensOf(usage) - cache_read - cache_write_5m - cache_write_1h,
    cache_creation_input_tokens: cache_write_5m + cache_write_1h,
    cache_read_input_tokens: cache_read,
    cache_creation: {
      ephemeral_5m_input_tokens: cache_write_5m,
      ephemeral_1h_input_tokens: cache_write_1h,
    },
    output_tokens: outputTokensOf(usage),
    output_tokens_details: reasoning === 0 ? null : { thinking_tokens: reasoning },
    ...tierFields(tier),
    ...sourceOf(event),
  })
}
