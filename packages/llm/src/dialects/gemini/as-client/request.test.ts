import { describe, expect, it } from 'vitest'
import { openAiChat } from '../../openai-chat/dialect.ts'
import type { ModelRequest, Reasoning } from '../../../canonical/request.ts'
import { encodeRequest } from './request.ts'

/** What a client of another dialect asks for. */
function requestOf(body: object): ModelRequest {
  const made = openAiChat.asServer.request({ model: 'gemini-2.5-flash', messages: [], ...body })
  if (!made.ok) throw new Error(made.field)
  return made.value
}

const tools = [{ type: 'function', function: { name: 'f', parameters: { $defs: { a: {} } } } }]
const format = { type: 'json_schema', json_schema: { name: 'r', schema: { type: 'object' } } }

describe('a body', () => {
  it('has JSON Schema as it was given', () => {
    expect(encodeRequest(requestOf({ tools })).body).toMatchObject({
      tools: [
        { functionDeclarations: [{ name: 'f', parametersJsonSchema: { $defs: { a: {} } } }] },
      ],
    })
    expect(encodeRequest(requestOf({ response_format: format })).body).toMatchObject({
      generationConfig: {
        responseMimeType: 'application/json',
        responseJsonSchema: { type: 'object' },
      },
    })
  })

  it('says what must be called', () => {
    const callingOf = (tool_choice: unknown) =>
      encodeRequest(requestOf({ tool_choice })).body['toolConfig']
    expect(callingOf('auto')).toEqual({ functionCallingConfig: { mode: 'AUTO' } })
    expect(callingOf('none')).toEqual({ functionCallingConfig: { mode: 'NONE' } })
    expect(callingOf('required')).toEqual({ functionCallingConfig: { mode: 'ANY' } })
    expect(callingOf({ type: 'function', function: { name: 'f' } })).toEqual({
      functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] },
    })
    expect(callingOf(undefined)).toBeUndefined()
  })

  it('names what it leaves out', () => {
    const { body, dropped } = encodeRequest(
      requestOf({
        parallel_tool_calls: false,
        prompt_cache_key: 'k',
        user: 'u',
        service_tier: 'flex',
        stop: ['1', '2', '3', '4', '5', '6'],
        logit_bias: {},
      }),
    )
    expect(dropped.toSorted()).toEqual(
      ['cacheKey', 'endUser', 'parallelTools', 'rest.logit_bias', 'stop', 'tier'].toSorted(),
    )
    expect(body).toEqual({
      contents: [],
      generationConfig: { stopSequences: ['1', '2', '3', '4', '5'] },
    })
  })

  it('wants no JSON from old models that have functions: they refuse both together', () => {
    const both = { tools, response_format: format }
    const old = encodeRequest(requestOf(both))
    expect(old.body).not.toHaveProperty('generationConfig')
    expect(old.dropped).toEqual(['format'])
    const { body, dropped } = encodeRequest(requestOf({ ...both, model: 'gemini-3-flash-preview' }))
    expect(body).toHaveProperty('generationConfig')
    expect(dropped).toEqual([])
  })

  it('passes log probabilities and alternatives on', () => {
    const { body } = encodeRequest(requestOf({ logprobs: true, top_logprobs: 3, n: 2 }))
    expect(body['generationConfig']).toEqual({
      candidateCount: 2,
      responseLogprobs: true,
      logprobs: 3,
    })
  })
})

describe('thinking', () => {
  const thinkingOf = (model: string, reasoning: Partial<Reasoning>, others: object = {}) => {
    const asked = { effort: null, budget: null, shown: null, ...reasoning }
    const { body, dropped } = encodeRequest({
      ...requestOf({ model }),
      reasoning: asked,
      outputLimit: 10_000,
      ...others,
    })
    const config = body['generationConfig']
    return {
      ...(typeof config === 'object' && config !== null && 'thinkingConfig' in config
        ? { config: config.thinkingConfig }
        : {}),
      dropped,
    }
  }

  it('is a number for Gemini 2.5, as large as the model takes', () => {
    expect(thinkingOf('gemini-2.5-flash', { effort: 'low' })).toEqual({
      config: { thinkingBudget: 2_000, includeThoughts: true },
      dropped: [],
    })
    expect(thinkingOf('gemini-2.5-flash', { budget: 30_000, shown: false })).toEqual({
      config: { thinkingBudget: 24_576, includeThoughts: false },
      dropped: [],
    })
    expect(thinkingOf('gemini-2.5-pro', { budget: 50_000 }).config).toMatchObject({
      thinkingBudget: 32_768,
    })
  })

  it('is a word for Gemini 3', () => {
    const levelOf = (reasoning: Partial<Reasoning>) =>
      thinkingOf('gemini-3.1-pro-preview', reasoning).config
    expect(levelOf({ effort: 'minimal' })).toEqual({ thinkingLevel: 'low', includeThoughts: true })
    expect(levelOf({ effort: 'medium' })).toMatchObject({ thinkingLevel: 'medium' })
    expect(levelOf({ effort: 'xhigh' })).toMatchObject({ thinkingLevel: 'high' })
    expect(levelOf({ budget: 20_000 })).toMatchObject({ thinkingLevel: 'high' })
    expect(levelOf({ shown: true })).toEqual({ includeThoughts: true })
    expect(thinkingOf('gemini-flash-latest', { effort: 'low' }).config).toMatchObject({
      thinkingLevel: 'low',
    })
  })

  it('is turned off where it can be, and said to be on where it cannot', () => {
    const off = { effort: 'none' }
    expect(thinkingOf('gemini-2.5-flash', off)).toEqual({
      config: { thinkingBudget: 0 },
      dropped: [],
    })
    expect(thinkingOf('gemini-2.5-pro', off)).toEqual({
      config: { thinkingBudget: 128 },
      dropped: ['reasoning'],
    })
    expect(thinkingOf('gemini-3-pro-preview', off)).toEqual({
      config: { thinkingLevel: 'low' },
      dropped: ['reasoning'],
    })
    expect(thinkingOf('gemini-2.0-flash', { effort: 'high' })).toEqual({ dropped: ['reasoning'] })
  })

  it('is what its own client said', () => {
    const own = { dialect: 'gemini' as const }
    expect(thinkingOf('gemini-3-flash', { budget: 0 }, own)).toEqual({
      config: { thinkingBudget: 0 },
      dropped: [],
    })
    expect(thinkingOf('gemini-2.5-flash', { effort: 'minimal', shown: true }, own).config).toEqual({
      thinkingLevel: 'minimal',
      includeThoughts: true,
    })
  })
})
