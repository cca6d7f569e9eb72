import { tierWord } from '@posthouse/contract/line-condition'
import { channelTypes } from '@posthouse/contract/channel-type'
import { type Meters, metersOf, oneCall } from '@posthouse/llm/canonical/meter'
import { buckets, noUsage } from '@posthouse/llm/canonical/usage'
import { describe, expect, it, test } from 'vitest'
import { defaultPrices, type DefaultPrice, publishedPrices } from './default-prices.ts'
import { priceBook, type PriceEntry } from './price-book.ts'
import { entryFrom } from './price-store.ts'
import { price } from './price.ts'

const published = publishedPrices()
const rows = defaultPrices(0)
const entries: PriceEntry[] = rows.map((row) =>
  entryFrom({ ...row, id: 0n, lines: row.lines ?? '[]', source: '' }),
)
const book = priceBook(1n, entries)

/** Every figure of an entry, with the tier and the band that it is for. */
const figuresOf = ({ model, price, above, tiers }: DefaultPrice) => {
  const isByCall = book.match(model)?.type === 'times'
  return [{ names: [null], price, above }, ...tiers].flatMap(
    ({ names, price: base, above: band }) =>
      names.flatMap((tier) =>
        [{ fromInputTokens: 0, ...base }, ...(band === undefined ? [] : [band])].flatMap(
          ({ fromInputTokens: from, ...rates }) =>
            Object.entries(rates)
              .filter(([name]) => !isByCall || name === 'call')
              .map(([name, dollars]) => ({
                at: `${model} ${tier ?? ''} ${from} ${name}`,
                tier,
                from,
                name,
                dollars: Number(dollars),
              })),
        ),
      ),
  )
}
type Figure = ReturnType<typeof figuresOf>[number]

const meterOf: Readonly<Record<string, string>> = {
  characters: 'character',
  minute: 'second',
  hour: 'second',
}

/** Where a figure is not for a million of a unit: how many millions of its units it is for. */
const unitsIn: Readonly<Record<string, number>> = {
  call: 1_000_000,
  minute: 1_000_000 / 60,
  hour: 1_000_000 / 3_600,
}

/** Prices of tokens, of any bucket, of suppliers other than OpenAI, whose lists leave some out. */
const isOfTokens = ({ channelType, type, lines }: PriceEntry): boolean =>
  channelType !== 1 &&
  type === 'tokens' &&
  !lines.some(({ unit }) => unit === 'character' || unit === 'second')

/** `cacheWrite5m` is the bucket `cache_write_5m`. */
const bucketOf = (name: string): string =>
  meterOf[name] ?? name.replaceAll(/[A-Z]|\d/g, (part) => `_${part.toLowerCase()}`)

const sibling = (figures: readonly Figure[], of: Figure, change: Partial<Figure>) =>
  figures.find(
    (each) =>
      each.tier === of.tier &&
      each.from === (change.from ?? of.from) &&
      each.name === (change.name ?? of.name),
  )?.dollars

describe('default-prices.json', () => {
  it('names every model once', () => {
    const models = rows.map(({ model }) => model)
    expect(models.filter((model, index) => models.indexOf(model) !== index)).toEqual([])
  })

  it('has a source for every figure, and no date of tomorrow', () => {
    for (const { model, source, date, shutdown, changes } of published) {
      expect(source, model).toMatch(/^https:\/\/|^built in$/)
      expect(Date.parse(date), model).toBeLessThanOrEqual(Date.now())
      if (shutdown !== undefined) expect(shutdown > date, model).toBe(true)
      for (const { from } of changes) expect(from > date, model).toBe(true)
    }
    for (const { model, source } of rows) expect(source, model).not.toBe('')
  })

  it('says every tier in the book’s word, once', () => {
    for (const { model, tiers } of published) {
      const names = tiers.flatMap((tier) => tier.names)
      expect(new Set(names).size, model).toBe(names.length)
      for (const name of names) expect(tierWord(name), model).toBe(name)
    }
  })

  it('asks nowhere less for what is longer, or more for what was cached', () => {
    const figures = published.map(figuresOf)
    for (const all of figures) {
      for (const each of all) {
        expect(sibling(all, each, { from: 0 }), each.at).toBeLessThanOrEqual(each.dollars)
        const input = sibling(all, each, { name: 'input' }) ?? Number.NaN
        if (each.name === 'cacheRead') expect(each.dollars, each.at).toBeLessThanOrEqual(input)
        if (each.name.startsWith('cacheWrite')) expect(each.dollars, each.at).toBeGreaterThan(input)
      }
    }
  })

  it('reaches the book exactly', () => {
    for (const entry of published) {
      const lines = book.match(entry.model.replace('*', ''))?.lines ?? []
      for (const { at, tier, from, name, dollars } of figuresOf(entry)) {
        const line = lines.find(
          (each) =>
            each.bucket === bucketOf(name) &&
            each.fromInputTokens === from &&
            (each.tier ?? null) === tier,
        )
        // $1 for a million tokens is half a unit for one: twice the micro-quota are the dollars.
        const exact = (Math.round(dollars * 1_000_000) * (unitsIn[name] ?? 1)) / 2
        expect(Number(line?.amount), at).toBe(Math.ceil(exact))
      }
    }
  })

  it('prices every model that the console fills in', () => {
    const models = channelTypes.flatMap((type) => type.models)
    expect(models.filter((model) => book.match(model) === null)).toEqual([])
  })
})

describe('names as suppliers write them', () => {
  test.each([
    ['gpt-5-2025-08-07', 'gpt-5'],
    ['gpt-5-pro-2025-10-06', 'gpt-5-pro'],
    ['gpt-5-mini-2025-08-07', 'gpt-5-mini'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-05-13'],
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5'],
    ['claude-opus-4-5@20251101', 'claude-opus-4-5'],
    ['claude-opus-5-5', 'claude-opus-5-5'],
    ['anthropic/claude-opus-5.5', 'anthropic/claude-opus-5.5'],
    ['openai/gpt-5-mini', 'openai/gpt-5-mini'],
    ['gemini-3.1-pro-preview-customtools', 'gemini-3.1-pro-preview*'],
    ['deepseek-v4-flash', 'deepseek-v4-flash'],
  ])('%s has the price of %s', (model, entry) => {
    expect(book.match(model)?.model).toBe(entry)
  })

  test.each(['gpt-5-ultra', 'gpt-7', 'claude-opus-6', 'gemini-4-pro', 'grok-5', 'mistral-huge'])(
    'a model that nobody priced has no price: %s',
    (model) => {
      expect(book.match(model)).toBeNull()
    },
  )
})

describe('what a call costs', () => {
  const dollars = (
    model: string,
    usage: Partial<typeof noUsage>,
    tier?: string,
    beganAt = 0,
  ): number => {
    const entry = book.match(model)
    if (entry === null) throw new Error(`${model} has no price`)
    const facts = { entry, ratioMillionths: 1_000_000n, beganAt }
    const at = tier === undefined ? facts : { ...facts, tier }
    return Number(price(metersOf({ ...noUsage, ...usage }), at).quota) / 500_000
  }
  const million = 1_000_000

  it('depends on the tier, by each of its names', () => {
    expect(dollars('gpt-6.1-sol', { output: million })).toBe(10)
    expect(dollars('gpt-6.1-sol', { output: million }, 'flex')).toBe(5)
    expect(dollars('gpt-6.1-sol', { output: million }, 'priority')).toBe(20)
    expect(dollars('gpt-6.1-sol', { output: million }, 'fast')).toBe(20)
    expect(dollars('claude-opus-5-5', { output: million }, 'standard')).toBe(20)
    expect(dollars('claude-opus-5-5', { output: million }, 'fast')).toBe(40)
    expect(dollars('claude-opus-5-5', { output: million }, 'fast-us')).toBe(44)
  })

  it('depends on the length of the context, at every tier', () => {
    expect(dollars('gpt-6.1-sol', { input: 272_000 })).toBe(0.544)
    expect(dollars('gpt-6.1-sol', { input: 300_000 })).toBe(1.2)
    expect(dollars('gpt-6.1-sol', { input: 300_000 }, 'fast')).toBe(2.4)
    expect(dollars('claude-haiku-5-5', { cache_read: 100_000 })).toBe(0.001)
    expect(dollars('claude-haiku-5-5', { cache_read: 200_000, output: 1_000 })).toBe(0.0125)
  })

  it('asks for sound what sound costs, and for what has no price of its own its parent’s', () => {
    expect(dollars('gpt-audio', { audio_in: million, audio_out: million })).toBe(96)
    expect(dollars('gemini-2.5-flash', { audio_in: million })).toBe(1)
    expect(dollars('gemini-2.5-flash', { audio_in: million }, 'flex')).toBe(0.5)
    expect(dollars('gemini-3.8-flash', { audio_in: million })).toBe(0.75)
  })

  it('doubles for three models of Gemini with 2027, all that they are priced by', () => {
    const change = Date.UTC(2027, 0, 1)
    for (const model of ['gemini-3.6-flash', 'gemini-3.7-flash', 'google/gemini-3.8-flash']) {
      for (const bucket of ['input', 'output', 'cache_read', 'audio_in'] as const) {
        const before = dollars(model, { [bucket]: million }, undefined, change - 1)
        expect(before, model).toBeGreaterThan(0)
        expect(dollars(model, { [bucket]: million }, undefined, change), model).toBe(2 * before)
      }
    }
  })

  it('is six times the standard rate at one tier from March 2027, and the same at the others', () => {
    const change = Date.UTC(2027, 2, 1)
    const at = (tier: string | undefined, beganAt: number, input = 1_000) =>
      dollars('gpt-6.2-sol', { input, output: million }, tier, beganAt)
    for (const input of [1_000, 300_000]) {
      const plain = at(undefined, change, input)
      expect(at('ultrafast', change - 1, input)).toBeCloseTo(3 * plain)
      expect(at('ultrafast', change, input)).toBeCloseTo(6 * plain)
      expect(at('priority', change, input)).toBe(at('priority', 0, input))
    }
  })

  it('is the same after a model has been shut down', () => {
    const usage = { input: million, output: million }
    const later = Date.UTC(2030, 0, 1)
    expect(dollars('gpt-image-1.5', usage, undefined, later)).toBe(dollars('gpt-image-1.5', usage))
    const row = rows.find(({ model }) => model === 'gpt-image-1.5')
    expect(row?.source).toContain('model shuts down on 2026-12-01')
    expect(row?.lines).not.toContain('until')
  })

  it('prices every bucket of every model', () => {
    for (const entry of entries.filter(isOfTokens)) {
      for (const bucket of buckets) {
        const usage = { ...noUsage, [bucket]: 1_000 }
        const { lines } = price(metersOf(usage), { entry, ratioMillionths: 1_000_000n, beganAt: 0 })
        expect(lines, `${entry.model} ${bucket}`).toHaveLength(1)
      }
    }
  })
})

describe('what sound, speech and pictures cost', () => {
  const costs = (model: string, used: Meters): number => {
    const entry = book.match(model)
    if (entry === null) throw new Error(`${model} has no price`)
    return Number(price(used, { entry, ratioMillionths: 1_000_000n, beganAt: 0 }).quota) / 500_000
  }

  test.each<[string, Meters, number]>([
    ['tts-1', [{ meter: 'character', amount: 1_000_000 }], 15],
    ['eleven_flash_v2_5', [{ meter: 'character', amount: 1_000 }], 0.04],
    ['whisper-1', [{ meter: 'second', amount: 60 }], 0.006],
    ['whisper-large-v3-turbo', [{ meter: 'second', amount: 3_600 }], 0.040002],
    ['rerank-v4.0-pro', [oneCall], 0.0025],
    ['flux-pro-1.1', [{ ...oneCall, amount: 3, attributes: { size: '1024x1024' } }], 0.12],
  ])('%s', (model, used, dollars) => {
    expect(costs(model, used)).toBe(dollars)
  })
})
