import type { ModelFacts } from '@posthouse/contract/model-facts'
import { describe, expect, it } from 'vitest'
import { publishedPrices } from '../pricing/default-prices.ts'
import { supportsOperation } from './capabilities.ts'
import { modelBook, ownFactsIn, publishedFacts } from './model-facts.ts'

const anything: ModelFacts = {
  operation: null,
  context: null,
  output: null,
  reasons: null,
  in: null,
  out: null,
  fetches: false,
  limitExcludesReasoning: false,
}

describe('the book', () => {
  const book = modelBook(
    [
      { models: ['m-*'], operation: 'chat', context: 100, output: 10, source: 's' },
      { models: ['m-large', 'vendor/m-large'], context: 200 },
      { models: ['v-1'], operation: 'embed' },
    ],
    [{ models: ['m-large', 'v-*'], output: 20, in: ['text'] }],
  )

  it('takes the exact name, else the longest prefix, and nothing of the others', () => {
    expect(book.factsOf('m-small')).toEqual({
      ...anything,
      operation: 'chat',
      context: 100,
      output: 10,
    })
    expect(book.factsOf('vendor/m-large')).toEqual({ ...anything, context: 200 })
  })

  it('puts the operator’s word over the published one, fact by fact', () => {
    expect(book.factsOf('m-large')).toEqual({
      ...anything,
      context: 200,
      output: 20,
      in: ['text'],
    })
    expect(book.factsOf('v-1')).toMatchObject({ operation: 'embed', output: 20 })
  })

  it('knows the dated releases of a name', () => {
    expect(book.factsOf('m-large-2026-10-02').context).toBe(200)
    expect(book.factsOf('m-large-20261002').context).toBe(200)
  })

  it('guesses nothing of a name that nobody knows', () => {
    expect(book.factsOf('stranger')).toEqual(anything)
    expect(book.factsOf('__proto__')).toEqual(anything)
  })
})

describe('what is published', () => {
  const book = modelBook(publishedFacts(), [])

  it('names no model twice', () => {
    const names = publishedFacts().flatMap(({ models }) => models)
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  })

  it('knows what every priced model can be asked for', () => {
    const names = publishedPrices().flatMap(({ model, also }) => [model, ...also])
    const priced = names.map((name) => name.replace('*', ''))
    expect(priced.filter((name) => book.factsOf(name).operation === null)).toEqual([])
  })

  it('says how long the answers of every priced chat model can be', () => {
    const names = publishedPrices().map(({ model }) => model.replace('*', ''))
    const chats = names.filter((name) => book.factsOf(name).operation === 'chat')
    expect(chats.length).toBeGreaterThan(60)
    expect(chats.filter((name) => book.factsOf(name).context === null)).toEqual([])
    // xAI and Mistral publish none: the rest of the window is all that limits them.
    const unlimited = chats.filter((name) => book.factsOf(name).output === null)
    expect(unlimited.filter((name) => !/^(grok|mistral|ministral|codestral)/.test(name))).toEqual(
      [],
    )
  })
})

describe('does', () => {
  it.each([
    ['text-embedding-3-small', 'chat', false],
    ['text-embedding-3-small', 'embed', true],
    ['gpt-5', 'chat', true],
    ['gpt-5', 'embed', false],
    ['whisper-1', 'chat', false],
    ['a model of nobody', 'chat', true],
    ['a model of nobody', 'embed', true],
  ] as const)('%s, asked for %s: %s', (model, operation, expected) => {
    expect(supportsOperation(modelBook(publishedFacts(), []).factsOf(model), operation)).toBe(
      expected,
    )
  })
})

it('reads the operator’s list', () => {
  expect(ownFactsIn('[]')).toEqual([])
  expect(ownFactsIn('[{"models":["a"],"output":5}]')).toEqual([{ models: ['a'], output: 5 }])
})
