import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { type Meters, metersOf, oneCall } from '@posthouse/llm/canonical/meter'
import { noUsage, type Usage } from '@posthouse/llm/canonical/usage'
import { describe, expect, test } from 'vitest'
import { defaultPrices } from './default-prices.ts'
import { microsFromMultiplier } from './multiplier.ts'
import { microQuota, type PriceEntry, priceBook } from './price-book.ts'
import { entryFrom } from './price-store.ts'
import { price } from './price.ts'

/*
 * Usage that suppliers publish as examples, at the prices that they publish. A dollar is 500 000 units; what a call
 * costs is rounded up to the next unit. Figures in comments are tokens × dollars a million, so micro-dollars.
 */

const one = 1_000_000n
const book = priceBook(
  1n,
  defaultPrices(0).map((row) =>
    entryFrom({ ...row, id: 0n, lines: row.lines ?? '[]', source: '' }),
  ),
)

/** An entry with multipliers: 1 is two dollars a million tokens. */
const entryOf = (lines: { readonly [Bucket in keyof Usage]?: string }): PriceEntry => ({
  model: 'm',
  type: 'tokens',
  channelType: 1,
  lines: Object.entries(lines).map(([bucket, multiplier]) => ({
    bucket: bucket as keyof Usage,
    unit: 'token' as const,
    amount: microsFromMultiplier(multiplier),
    fromInputTokens: 0,
  })),
})

const costs = (meters: Meters, entry: PriceEntry, ratioMillionths = one): bigint =>
  price(meters, { entry, ratioMillionths, beganAt: 0 }).quota

/** What a supplier's own report of usage costs. */
const reportedCosts = (dialect: DialectName, report: object, entry: PriceEntry): bigint => {
  const reported = dialects[dialect].usage(report)
  if (reported === null) throw new Error('the report has no usage')
  return costs(metersOf(reported.usage), entry)
}

const published = (model: string): PriceEntry => {
  const entry = book.match(model)
  if (entry === null) throw new Error(`${model} has no price`)
  return entry
}

/** gpt-image-1: text $5, images in $10 and images out $40 a million. */
const picture = entryOf({ input: '2.5', image_in: '5', image_out: '20', output: '0' })
/** gemini-2.5-flash-image: input $0.30, images out $30 a million. */
const flashPicture = entryOf({ input: '0.15', output: '1.25', image_out: '15' })

type Reported = readonly [
  source: string,
  dialect: DialectName,
  report: object,
  entry: PriceEntry,
  units: bigint,
]

describe('usage in the suppliers’ documentation', () => {
  test.each<Reported>([
    [
      'OpenAI, guide to prompt caching: 1 920 of 2 006 tokens are cached, with gpt-4o',
      'openai-chat',
      {
        prompt_tokens: 2_006,
        completion_tokens: 300,
        total_tokens: 2_306,
        prompt_tokens_details: { cached_tokens: 1_920 },
        completion_tokens_details: { reasoning_tokens: 0 },
      },
      published('gpt-4o'),
      // 86 × 2.5 + 1 920 × 1.25 + 300 × 10 = 5 615
      2_808n,
    ],
    [
      'OpenAI, guide to reasoning: 1 024 of 1 186 tokens are reasoning, with gpt-5',
      'openai-responses',
      {
        input_tokens: 75,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 1_186,
        output_tokens_details: { reasoning_tokens: 1_024 },
        total_tokens: 1_261,
      },
      published('gpt-5'),
      // 75 × 1.25 + 1 186 × 10 = 11 953.75
      5_977n,
    ],
    [
      'Anthropic, prompt caching: a book is written to the cache, with claude-sonnet-4-5',
      'anthropic-messages',
      {
        input_tokens: 21,
        cache_creation_input_tokens: 188_086,
        cache_read_input_tokens: 0,
        output_tokens: 393,
      },
      published('claude-sonnet-4-5'),
      // 21 × 3 + 188 086 × 3.75 + 393 × 15 = 711 280.5
      355_641n,
    ],
    [
      'Anthropic, prompt caching: the same book is read from the cache',
      'anthropic-messages',
      {
        input_tokens: 21,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 188_086,
        output_tokens: 393,
      },
      published('claude-sonnet-4-5'),
      // 21 × 3 + 188 086 × 0.3 + 393 × 15 = 62 383.8
      31_192n,
    ],
    [
      'Anthropic, prompt caching: caches of five minutes and an hour in one request, with claude-opus-4-1',
      'anthropic-messages',
      {
        input_tokens: 2_048,
        cache_read_input_tokens: 1_800,
        cache_creation_input_tokens: 248,
        output_tokens: 503,
        cache_creation: { ephemeral_5m_input_tokens: 148, ephemeral_1h_input_tokens: 100 },
      },
      published('claude-opus-4-1'),
      // 2 048 × 15 + 1 800 × 1.5 + 148 × 18.75 + 100 × 30 + 503 × 75 = 76 920
      38_460n,
    ],
    [
      'OpenAI, prices of gpt-image-1: a square picture of medium quality is 1 056 tokens, about $0.042',
      'openai-responses',
      { input_tokens: 0, output_tokens: 1_056, output_tokens_details: { image_tokens: 1_056 } },
      picture,
      // 1 056 × 40 = 42 240
      21_120n,
    ],
    [
      'OpenAI, prices of gpt-image-1: one of high quality is 4 160 tokens, about $0.167',
      'openai-responses',
      { input_tokens: 0, output_tokens: 4_160, output_tokens_details: { image_tokens: 4_160 } },
      picture,
      // 4 160 × 40 = 166 400
      83_200n,
    ],
    [
      'Google, prices of Gemini 2.5 Flash Image: a picture is 1 290 tokens, $0.039',
      'gemini',
      {
        candidatesTokenCount: 1_290,
        totalTokenCount: 1_290,
        candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_290 }],
      },
      flashPicture,
      // 1 290 × 30 = 38 700
      19_350n,
    ],
    [
      'Google, audio: a minute is 1 920 tokens, with gemini-2.5-flash',
      'gemini',
      {
        promptTokenCount: 1_920,
        totalTokenCount: 1_920,
        promptTokensDetails: [{ modality: 'AUDIO', tokenCount: 1_920 }],
      },
      published('gemini-2.5-flash'),
      // 1 920 × 1 = 1 920
      960n,
    ],
    [
      'OpenAI, audio: a minute in is 600 tokens and a minute out 1 200, with gpt-audio',
      'openai-chat',
      {
        prompt_tokens: 600,
        completion_tokens: 1_200,
        total_tokens: 1_800,
        prompt_tokens_details: { audio_tokens: 600 },
        completion_tokens_details: { audio_tokens: 1_200 },
      },
      published('gpt-audio'),
      // 600 × 32 + 1 200 × 64 = 96 000
      48_000n,
    ],
  ])('%s', (_source, dialect, report, entry, units) => {
    expect(reportedCosts(dialect, report, entry)).toBe(units)
  })
})

const used = (usage: Partial<Usage>): Meters => metersOf({ ...noUsage, ...usage })

/** A search at $0.025, beside tokens. */
const withSearch: PriceEntry = {
  ...entryOf({}),
  lines: [
    ...entryOf({ input: '2.5', output: '7.5' }).lines,
    {
      bucket: 'call',
      unit: 'call',
      amount: microQuota(12_500n * 1_000_000n),
      fromInputTokens: 0,
      attributes: { tool: 'web_search' },
    },
  ],
}

type Family = readonly [source: string, meters: Meters, entry: PriceEntry, units: bigint]

// A multiplier of the family times the ratio of a part is the multiplier of the part here.
describe('worked examples of one-api and its descendants', () => {
  test.each<Family>([
    [
      'audio at 40 and 20 times the price of text',
      used({ input: 200, audio_in: 1_000, output: 100, audio_out: 200 }),
      entryOf({ input: '1.25', output: '5', audio_in: '50', audio_out: '100' }),
      70_750n,
    ],
    [
      'a cache of Claude at 1.25 and 0.1 times the price of input',
      used({ input: 100, cache_write_5m: 2_000, cache_read: 8_000, output: 400 }),
      entryOf({ input: '1.5', output: '7.5', cache_write_5m: '1.875', cache_read: '0.15' }),
      8_100n,
    ],
    [
      'cached input of OpenAI at half the price',
      used({ input: 2_000, cache_read: 8_000 }),
      entryOf({ input: '1', output: '1', cache_read: '0.5' }),
      6_000n,
    ],
    [
      'reasoning at 5.833 times the price of output',
      used({ output: 400, reasoning: 600 }),
      entryOf({ input: '0', output: '0.3', reasoning: '1.7499' }),
      1_170n,
    ],
    ['speech of five bytes', used({ input: 5 }), entryOf({ input: '7.5', output: '0' }), 38n],
    ['nothing used', used({}), entryOf({ input: '2.5', output: '7.5' }), 0n],
  ])('%s', (_source, meters, entry, units) => {
    expect(costs(meters, entry)).toBe(units)
  })

  test('two searches for a group at 0.8', () => {
    const searches: Meters = [{ ...oneCall, amount: 2, attributes: { tool: 'web_search' } }]
    expect(costs(searches, withSearch, 800_000n)).toBe(20_000n)
    // A tool without a price of its own costs nothing.
    expect(costs([{ ...oneCall, attributes: { tool: 'other' } }], withSearch)).toBe(0n)
  })
})
