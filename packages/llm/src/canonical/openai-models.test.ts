import { describe, expect, it } from 'vitest'
import { dialects } from '../dialects.ts'
import { plainRequest } from '../testing/plain-request.ts'

const fields = ['temperature', 'top_p', 'stop', 'presence_penalty'] as const

const asked = (model: string, effort: string | null = null) => ({
  ...plainRequest,
  dialect: 'gemini' as const,
  model,
  stop: ['x'],
  reasoning: effort === null ? null : { effort, budget: null, shown: null },
  sampling: { ...plainRequest.sampling, temperature: 0.5, topP: 0.9, presencePenalty: 1 },
})

const leftIn = (body: object): string[] => fields.filter((name) => name in body)

describe('a request that is written anew', () => {
  it.each([
    ['gpt-5', null],
    ['gpt-5-mini-2025-08-07', null],
    ['openai/o4-mini', null],
    ['o1', null],
    ['gpt-5.1', 'high'],
    ['gpt-5.1-codex', null],
    ['gpt-5.2-pro', null],
    ['gpt-5.2-chat-latest', null],
    ['gpt-5.4', null],
  ])('has nothing that %s with effort %s refuses, and says so', (model, effort) => {
    const chat = dialects['openai-chat'].asClient.body(asked(model, effort))
    expect(leftIn(chat.body)).toEqual([])
    expect(chat.dropped).toEqual(
      expect.arrayContaining(['temperature', 'topP', 'stop', 'presencePenalty']),
    )
    const responses = dialects['openai-responses'].asClient.body(asked(model, effort))
    expect(leftIn(responses.body)).toEqual([])
    expect(responses.dropped).toEqual(expect.arrayContaining(['temperature', 'topP', 'stop']))
  })

  it.each([
    ['gpt-4o', null],
    ['gpt-5-chat-latest', null],
    ['gpt-oss-120b', null],
    ['llama-3', null],
    ['o', null],
    ['foo1-mini', null],
  ])('has all of it for %s', (model) => {
    const { body, dropped } = dialects['openai-chat'].asClient.body(asked(model))
    expect([leftIn(body), dropped]).toEqual([[...fields], []])
  })

  it.each([
    ['gpt-5.1', null],
    ['gpt-5.4', 'none'],
  ])('has its sampling for %s that does not think (%s)', (model, effort) => {
    const { body, dropped } = dialects['openai-chat'].asClient.body(asked(model, effort))
    expect([leftIn(body), dropped]).toEqual([
      ['temperature', 'top_p', 'presence_penalty'],
      ['stop'],
    ])
  })

  it('of the same dialect says what it said', () => {
    const own = { ...asked('gpt-5'), dialect: 'openai-chat' as const }
    expect(leftIn(dialects['openai-chat'].asClient.body(own).body)).toEqual([...fields])
  })
})
