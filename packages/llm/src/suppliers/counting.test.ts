import { describe, expect, it } from 'vitest'
import { dialectNames } from '../canonical/dialect.ts'
import { dialects } from '../dialects.ts'
import { countIn, countRequest, countRoute } from './counting.ts'
import { speaks } from '../operations.ts'

const counting = { operations: ['chat', 'count'] } as const

describe.each(dialectNames)('%s', (name) => {
  it('has a path, a question and an answer of counts, or none of them', () => {
    const { asClient, asServer } = dialects[name]
    expect(asClient.count !== null).toBe(speaks(name, 'count'))
    expect(asServer.count !== null).toBe(speaks(name, 'count'))
  })

  it('reads the count that it tells', () => {
    const told = dialects[name].asServer.count?.(7)
    expect(countIn(name, told)).toBe(told === undefined ? null : 7)
    expect(countIn(name, { input_tokens: -1, totalTokens: -1 })).toBe(null)
  })
})

it('asks in the dialect of the client, else in the first that counts', () => {
  const spoken = ['openai-chat', 'anthropic-messages', 'openai-responses'] as const
  expect(countRoute(counting, spoken, 'openai-responses')?.dialect).toBe('openai-responses')
  expect(countRoute(counting, spoken, 'gemini')).toEqual({
    operation: 'count',
    dialect: 'anthropic-messages',
  })
})

it('asks nobody who does not count', () => {
  expect(countRoute({ operations: ['chat'] }, ['gemini'], 'gemini')).toBe(null)
  expect(countRoute(counting, ['openai-chat', 'bedrock-converse'], 'gemini')).toBe(null)
})

it('asks with the fields alone that are taken', () => {
  const asked = { contents: [], generationConfig: {} }
  expect(countRequest('gemini', asked, 'm')).toEqual({
    generateContentRequest: { contents: [], model: 'models/m' },
  })
  expect(countRequest('openai-chat', {}, 'm')).toBe(null)
})
