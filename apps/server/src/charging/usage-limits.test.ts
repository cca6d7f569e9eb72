import type { ModelFacts } from '@posthouse/contract/model-facts'
import { inputTokensOf, noUsage, outputTokensOf, type Usage } from '@posthouse/llm/canonical/usage'
import { assert as check, boolean, constantFrom, nat, option, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerBounds, limitUsage, type UsageLimitFacts, countedMost } from './usage-limits.ts'
import type { ReportedUsage } from './reported-usage.ts'

const unknown: ModelFacts = {
  operation: null,
  context: null,
  output: null,
  reasons: null,
  in: null,
  out: null,
  fetches: false,
  limitExcludesReasoning: false,
}

type Known = {
  readonly counted?: number
  readonly said?: number
  readonly model?: Partial<ModelFacts>
  readonly request?: Partial<UsageLimitFacts['request']>
  readonly outputCap?: number | null
  readonly before?: ReportedUsage | null
}

const factsOf = ({
  said = 25,
  counted = 40,
  model,
  request,
  outputCap = null,
  before = null,
}: Known): UsageLimitFacts => ({
  request: {
    stream: true,
    kind: null,
    outputIs: 'output',
    body: Buffer.alloc(100),
    extraTokens: 7,
    images: 0,
    imageTokens: 0,
    repeatsInput: false,
    elsewhere: false,
    suppliersTools: false,
    entries: 1,
    bytesEach: 0,
    unknownFields: false,
    compacts: false,
    outputLimit: null,
    reasoningBudget: 0,
    predictedBytes: 0,
    answers: 1,
    ...request,
  },
  hold: { inputTokens: counted, outputCap },
  model: { ...unknown, ...model },
  saidBytes: () => said,
  before,
})

const believed = (usage: Partial<Usage>, known: Known = {}): Usage =>
  limitUsage({ usage: { ...noUsage, ...usage }, absurd: false }, factsOf(known)).usage
const output = (claimed: number, known: Known = {}): number =>
  outputTokensOf(believed({ output: claimed }, known))
const input = (claimed: number, known: Known = {}): number =>
  inputTokensOf(believed({ input: claimed }, known))

const talks: Partial<ModelFacts> = { reasons: 'never', out: ['text'] }

describe('output is believed', () => {
  it('up to the limit that was asked for, whatever was claimed', () => {
    expect(output(199_000, { request: { outputLimit: 10 } })).toBe(10)
    expect(output(10, { request: { outputLimit: 10 } })).toBe(10)
  })

  it('times the answers, and with the reasoning that was asked for', () => {
    expect(output(9_999, { request: { outputLimit: 10, answers: 3 } })).toBe(30)
    expect(output(9_999, { request: { outputLimit: 10, reasoningBudget: 500 } })).toBe(510)
  })

  it('up to the limit that we added', () => {
    expect(output(9_999, { outputCap: 60 })).toBe(60)
    expect(output(9_999, { outputCap: 60, request: { outputLimit: 50 } })).toBe(50)
  })

  it('beyond the limit by what the model can think, where its limit leaves that out', () => {
    const model = { reasons: 'always', output: 2_000, limitExcludesReasoning: true } as const
    expect(output(9_999, { model, request: { outputLimit: 10 } })).toBe(2_000)
    expect(output(1_900, { model, request: { outputLimit: 10 } })).toBe(1_900)
  })

  it('without a limit, up to the model’s longest answer when it may think', () => {
    expect(output(99_999, { model: { reasons: 'optional', output: 8_000 } })).toBe(8_000)
    expect(output(99_999)).toBe(32_768)
  })

  it('as far as it was said, where nobody published the longest answer and no limit was asked for', () => {
    const said = 200_000
    expect(output(48_000, { said })).toBe(48_000)
    expect(output(48_000, { said, model: talks })).toBe(48_000)
    expect(output(48_000, { said, model: { output: 8_000 } })).toBe(8_000)
    expect(output(48_000, { said, request: { outputLimit: 9_000 } })).toBe(9_000)
    expect(output(48_000, { said, outputCap: 9_000 })).toBe(9_000)
  })

  it('up to what was said, when the model never thinks', () => {
    expect(output(99_999, { model: talks, said: 25 })).toBe(25 + 64)
    expect(output(20, { model: talks, said: 25 })).toBe(20)
    expect(output(99_999, { model: talks, said: 25, request: { outputLimit: 50_000 } })).toBe(89)
  })

  it('as hidden all the same when the usage names reasoning, sound or pictures', () => {
    const model = { ...talks, output: 5_000 }
    for (const bucket of ['reasoning', 'audio_out', 'image_out'] as const) {
      expect(outputTokensOf(believed({ [bucket]: 99_999 }, { model }))).toBe(5_000)
    }
  })

  it('as hidden all the same where its supplier runs tools: what they are asked is not always shown', () => {
    const model = { ...talks, output: 5_000 }
    expect(output(3_500, { model, request: { suppliersTools: true } })).toBe(3_500)
    expect(output(99_999, { model, request: { suppliersTools: true } })).toBe(5_000)
  })

  it('with what the caller foretold, which is billed where the model rejects it', () => {
    const request = { predictedBytes: 1_000 }
    expect(output(900, { model: talks, said: 25, request })).toBe(900)
    expect(output(9_999, { model: talks, said: 25, request })).toBe(25 + 64 + 1_000)
  })

  it('no further than the limit, however much a supplier said that does not obey it', () => {
    expect(output(3_000, { request: { outputLimit: 10 }, said: 9_000 })).toBe(10)
    expect(output(3_000, { outputCap: 60, said: 9_000 })).toBe(60)
  })
})

it('counted output is charged up to a limit or a published maximum, and all of it where there is neither', () => {
  const most = (known: Known): number => countedMost(factsOf(known))
  expect(most({})).toBe(Number.POSITIVE_INFINITY)
  expect(most({ request: { answers: 3 } })).toBe(Number.POSITIVE_INFINITY)
  expect(most({ model: { output: 8_000 }, request: { answers: 3 } })).toBe(24_000)
  expect(most({ request: { outputLimit: 50_000 } })).toBe(50_000)
  expect(most({ outputCap: 60 })).toBe(60)
})

it('an answer that nobody bounds is held by a guess, and says so', () => {
  const bounds = (known: Known) => answerBounds(factsOf(known).request, factsOf(known).model)
  expect(bounds({})).toMatchObject({ asked: 32_768, isGuess: true })
  expect(bounds({ model: { output: 8_000 } })).toMatchObject({ asked: 8_000, isGuess: false })
  const request = { outputLimit: 50_000 }
  expect(bounds({ request })).toMatchObject({ asked: 50_000, isGuess: false })
})

describe('input is believed', () => {
  it('up to the bytes of the request and what a supplier puts before it', () => {
    expect(input(99_999)).toBe(107 + 4_000)
    expect(input(4_107)).toBe(4_107)
  })

  it('with what pictures can cost', () => {
    expect(input(60_000, { request: { images: 1 } })).toBe(107 + 4_000 + 50_000)
  })

  it('up to the context, when part of it is elsewhere or the model fetches by itself', () => {
    const model = { context: 128_000 }
    expect(input(72_255, { model, request: { elsewhere: true } })).toBe(72_255)
    expect(input(999_999, { model, request: { elsewhere: true } })).toBe(128_000)
    expect(input(999_999, { model: { ...model, fetches: true } })).toBe(128_000)
  })

  it('up to the context of every round, when the supplier runs tools', () => {
    const model = { context: 200_000 }
    expect(input(494_549, { model, request: { suppliersTools: true } })).toBe(494_549)
    expect(input(9_999_999, { model, request: { suppliersTools: true } })).toBe(2_000_000)
  })

  it('never beyond the context, however long the body is', () => {
    const request = { body: Buffer.alloc(500_000) }
    expect(input(400_000, { model: { context: 128_000 }, request })).toBe(128_000)
  })

  it('up to our own count, whatever context is published', () => {
    const request = { body: Buffer.alloc(500_000) }
    const known = { model: { context: 8_192 }, counted: 90_000, request }
    expect(input(400_000, known)).toBe(90_000)
    expect(input(400_000, { ...known, request: { elsewhere: true } })).toBe(90_000)
  })

  it('up to a context for each text of a batch', () => {
    const request = { body: Buffer.alloc(200_000), entries: 100 }
    expect(input(50_000, { model: { context: 8_192 }, request })).toBe(50_000)
    expect(input(50_000, { model: { context: 300 }, request })).toBe(30_000)
  })

  it('with the query of a rerank for each document', () => {
    const model = { context: 1_024 }
    const request = { body: Buffer.alloc(7_000), entries: 100, bytesEach: 3_500 }
    expect(input(101_000, { model, request })).toBe(101_000)
    expect(input(999_999, { model, request })).toBe(102_400)
  })

  it('twice, where the conversation may be summed up first', () => {
    const model = { context: 200_000, output: 8_000 }
    const request = { body: Buffer.alloc(900_000), compacts: true, outputLimit: 100 }
    expect(input(240_000, { model, request })).toBe(240_000)
    expect(input(999_999, { model, request })).toBe(400_000)
    expect(output(450, { model, request })).toBe(450)
    expect(output(99_999, { model, request })).toBe(8_100)
  })

  it('up to the context, where the request has unknown fields', () => {
    const model = { context: 128_000 }
    expect(input(12_000, { model, request: { unknownFields: true } })).toBe(12_000)
    expect(input(999_999, { model, request: { unknownFields: true } })).toBe(128_000)
  })
})

describe('a report far below what there is', () => {
  const low = (usage: Partial<Usage>, known: Known = {}): unknown =>
    limitUsage({ usage: { ...noUsage, ...usage }, absurd: false }, factsOf(known)).low

  it('is not believed of the output', () => {
    expect(low({ input: 40, output: 1 }, { said: 4_000 })).toEqual(['output'])
    expect(low({ input: 40, output: 0 }, { said: 3 })).toEqual(['output'])
    expect(low({ input: 40, output: 120 }, { said: 4_000 })).toBeUndefined()
  })

  it('is not believed of the input', () => {
    expect(low({ output: 9 })).toEqual(['input'])
    expect(low({ input: 1, output: 1 }, { said: 4_000 })).toEqual(['output'])
    const request = { imageTokens: 30 }
    expect(low({ input: 1, output: 9 }, { request })).toBeUndefined()
  })

  it('is, where the text is not the model’s own, or nothing is said', () => {
    const said = 9_000
    for (const request of [{ suppliersTools: true }, { repeatsInput: true }]) {
      expect(low({ input: 40, output: 1 }, { said, request })).toBeUndefined()
    }
    expect(low({ input: 40, output: 1 }, { said, model: { fetches: true } })).toBeUndefined()
    expect(low({ input: 40 }, { said: 0 })).toBeUndefined()
    expect(low({ cache_read: 40, output: 9 })).toBeUndefined()
  })

  it('does not take the place of one before it', () => {
    const before = { usage: { ...noUsage, input: 40, output: 900 }, absurd: false }
    const later = { usage: { ...noUsage, input: 1, output: 700 }, absurd: false }
    expect(limitUsage(later, factsOf({ said: 3_600, before }))).toMatchObject({
      usage: { input: 1, output: 900 },
      doubts: [{ what: 'output', claimed: 700, believed: 900 }],
    })
    const none = { usage: noUsage, absurd: false }
    const kept = limitUsage(none, factsOf({ said: 3_600, before }))
    expect(kept).toMatchObject({ usage: { input: 40, output: 900 } })
    expect(kept.low).toBeUndefined()
  })

  it('is no doubt where it says as much, and no longer what of it was thought', () => {
    const known = { model: { ...talks, output: 5_000 }, said: 25 }
    const first = { usage: { ...noUsage, input: 40, output: 10, reasoning: 4_000 }, absurd: false }
    const before = limitUsage(first, factsOf(known))
    const plain = (claimed: number): ReportedUsage =>
      limitUsage(
        { usage: { ...noUsage, input: 40, output: claimed }, absurd: false },
        factsOf({ ...known, before }),
      )
    expect(plain(4_010)).toEqual({ usage: { ...noUsage, input: 40, output: 4_010 }, absurd: false })
    expect(plain(4_000).doubts).toEqual([{ what: 'output', claimed: 4_000, believed: 4_010 }])
    expect(plain(9_000).doubts).toEqual([{ what: 'output', claimed: 9_000, believed: 5_000 }])
  })

  it('does, when the one before came before the first word', () => {
    const before = {
      usage: { ...noUsage, input: 40, output: 9 },
      absurd: false,
      early: true,
    } as const
    const later = { usage: { ...noUsage, input: 40, output: 5 }, absurd: false }
    expect(limitUsage(later, factsOf({ before })).usage).toMatchObject({ output: 5 })
  })
})

it('notes parts above their whole, which were cut to it', () => {
  const usage = { ...noUsage, cache_read: 40, output: 9 }
  const reported = limitUsage({ usage, absurd: false, parts: { input: 9_000 } }, factsOf({}))
  expect(reported).toMatchObject({
    usage: { cache_read: 40, output: 9 },
    doubts: [{ what: 'input', claimed: 9_000, believed: 40 }],
  })
})

it('loses nothing to rounding', () => {
  for (const most of [1, 4_096, 4_107]) {
    const usage = { output: 9_999, reasoning: 3_333, audio_out: 7 }
    expect(outputTokensOf(believed(usage, { request: { outputLimit: most }, said: 0 }))).toBe(most)
  }
})

it('cuts every bucket in proportion, and says what was claimed', () => {
  const usage = { ...noUsage, input: 9_000, cache_read: 3_000, output: 30, reasoning: 10 }
  const reported = limitUsage(
    { usage, absurd: false },
    factsOf({ request: { outputLimit: 20 }, said: 0 }),
  )
  expect(reported).toMatchObject({
    usage: { input: 3_080, cache_read: 1_027, output: 15, reasoning: 5 },
    doubts: [
      { what: 'input', claimed: 12_000, believed: 4_107 },
      { what: 'output', claimed: 40, believed: 20 },
    ],
  })
})

it('leaves a report alone that cannot be at all: the count takes its place', () => {
  const absurd = { usage: noUsage, absurd: true }
  expect(limitUsage(absurd, factsOf({}))).toBe(absurd)
})

it('never believes more than was claimed, and says so whenever it believes less', () => {
  const tokens = nat({ max: 3_000_000 })
  const used = record({ input: tokens, cache_read: tokens, output: tokens, reasoning: tokens })
  const known = record({
    said: nat({ max: 100_000 }),
    limit: option(nat({ max: 100_000 }), { nil: null }),
    answers: constantFrom(1, 2, 4),
    elsewhere: boolean(),
    reasons: constantFrom('never', 'optional', 'always', null),
    context: option(constantFrom(8_000, 128_000), { nil: null }),
    most: option(constantFrom(4_000, 64_000), { nil: null }),
  })
  check(
    property(used, known, (usage, { said, limit, answers, elsewhere, reasons, context, most }) => {
      const claimed = { ...noUsage, ...usage }
      const reported = limitUsage(
        { usage: claimed, absurd: false },
        factsOf({
          said,
          request: { outputLimit: limit, answers, elsewhere },
          model: { reasons, context, output: most },
        }),
      )
      for (const bucket of ['input', 'cache_read', 'output', 'reasoning'] as const) {
        expect(reported.usage[bucket]).toBeLessThanOrEqual(claimed[bucket])
      }
      const isLess = JSON.stringify(reported.usage) !== JSON.stringify(claimed)
      expect(reported.doubts !== undefined).toBe(isLess)
      if (limit !== null) {
        expect(outputTokensOf(reported.usage)).toBeLessThanOrEqual(limit * answers)
      }
    }),
  )
})
