/** Parts of usage that are priced on their own. They never overlap. */
export const buckets = [
  'input',
  'output',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'reasoning',
  'audio_in',
  'audio_out',
  'image_in',
  'image_out',
] as const

export type Bucket = (typeof buckets)[number]

/**
 * Tokens by bucket, disjoint whatever the dialect says: `input` is without cached, audio and image
 * tokens, `output` without reasoning and audio. Whole numbers, never negative. Not a price.
 */
export type Usage = Readonly<Record<Bucket, number>>

export const noUsage: Usage = {
  input: 0,
  output: 0,
  cache_read: 0,
  cache_write_5m: 0,
  cache_write_1h: 0,
  reasoning: 0,
  audio_in: 0,
  audio_out: 0,
  image_in: 0,
  image_out: 0,
}

export const inputBuckets = [
  'input',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'audio_in',
  'image_in',
] as const satisfies readonly Bucket[]

export const outputBuckets = [
  'output',
  'reasoning',
  'audio_out',
  'image_out',
] as const satisfies readonly Bucket[]

/** All tokens that went in: what a dialect calls prompt tokens. */
export const inputTokensOf = (usage: Usage): number =>
  inputBuckets.reduce((sum, bucket) => sum + usage[bucket], 0)

/** All tokens that came out, reasoning included. */
export const outputTokensOf = (usage: Usage): number =>
  outputBuckets.reduce((sum, bucket) => sum + usage[bucket], 0)

/** A supplier's report. `absurd`: a figure that cannot be, so that none of them is believed. */
export type ReportedUsage = {
  readonly usage: Usage
  readonly absurd: boolean
  /** Parts that are more than their whole, added up, where they were cut to it. Absent: none were. */
  readonly parts?: { readonly input?: number; readonly output?: number }
}

/** One side of a report by its buckets; `parts` where they claimed more than their whole. */
export type ReportedSide = Partial<Usage> & { readonly parts?: number }

/** A report of what went in and what came out; null in the place of one: with a figure that cannot be. */
export function reportOf(input: ReportedSide | null, output: ReportedSide | null): ReportedUsage {
  if (input === null || output === null) return { usage: noUsage, absurd: true }
  const { parts: within, ...went } = input
  const { parts: out, ...came } = output
  const over = {
    ...(within !== undefined && { input: within }),
    ...(out !== undefined && { output: out }),
  }
  return {
    usage: { ...noUsage, ...went, ...came },
    absurd: false,
    ...(Object.keys(over).length > 0 && { parts: over }),
  }
}

/** The source of a charge's figures. */
export type UsageSource = 'reported' | 'counted' | 'partial' | 'none'
