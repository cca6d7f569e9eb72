import { describe, expect, it } from 'vitest'
import { listOf, fieldsOf } from '../../../bytes/fields.ts'
import type { Message, ModelRequest, Part } from '../../../canonical/request.ts'
import { plainRequest } from '../../../testing/plain-request.ts'
import { encodeRequest } from './request.ts'

const text = (words: string): Part => ({ kind: 'text', text: words })
const said = (role: Message['role'], ...parts: Part[]): Message => ({ role, parts, name: null })
const call = (id: string, json = '{}'): Part => ({
  kind: 'tool-call',
  id,
  name: 'f',
  arguments: json,
})
const result = (id: string, ...parts: Part[]): Part => ({ kind: 'tool-result', id, parts })
const tool = { name: 'f', description: null, parameters: null, strict: null }

const plain: ModelRequest = {
  ...plainRequest,
  model: 'claude-sonnet-4-5',
  messages: [said('user', text('Hi'))],
}

const encoded = (request: Partial<ModelRequest>) => encodeRequest({ ...plain, ...request })
const body = (request: Partial<ModelRequest>) => encoded(request).body
const messagesOf = (...messages: Message[]) => listOf(body({ messages })['messages'])
const effort = (word: string) => ({ effort: word, budget: null, shown: null })
const budget = (tokens: number) => ({ effort: null, budget: tokens, shown: null })

it('says no more than it was asked, and the limit that the dialect requires', () => {
  expect(encoded({})).toEqual({
    body: {
      model: 'claude-sonnet-4-5',
      max_tokens: 8_192,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    },
    dropped: [],
  })
})

it('names what the dialect has no word for', () => {
  const request = { answers: 2, logprobs: 3, cacheKey: 'k', tier: 'flex', rest: { store: true } }
  const messages = [
    { ...said('user', text('a'), { kind: 'audio', format: 'wav', source }), name: 'Ada' },
  ] as const
  const made = encoded({ ...request, messages })
  expect(Object.keys(made.body)).toEqual(['model', 'max_tokens', 'messages'])
  expect(made.dropped).toEqual([
    'answers',
    'logprobs',
    'cacheKey',
    'tier',
    'rest.store',
    'audio',
    'name',
  ])
})

const source = { kind: 'data', mediaType: 'audio/wav', base64: 'AA' } as const

describe('turns', () => {
  it('begin with the system’s words, which stay where they are when they come later', () => {
    const { system, messages } = body({
      messages: [
        said('system', text('a')),
        said('developer', text('b')),
        said('user', text('c')),
        said('assistant', text('d')),
        said('developer', text('e')),
      ],
    })
    expect(system).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ])
    expect(messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'c' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'd' }] },
      { role: 'user', content: [{ type: 'text', text: 'e' }] },
    ])
  })

  it('alternate, with results before everything else of theirs', () => {
    const turns = messagesOf(
      said('user', text('a')),
      said('assistant', call('1')),
      said('assistant', call('2')),
      said('system', text('hurry')),
      said('tool', result('1', text('x'))),
      said('tool', result('2')),
      said('user', text('b')),
    )
    expect(turns).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: '1', name: 'f', input: {} },
          { type: 'tool_use', id: '2', name: 'f', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: '1', content: [{ type: 'text', text: 'x' }] },
          { type: 'tool_result', tool_use_id: '2' },
          { type: 'text', text: 'hurry' },
          { type: 'text', text: 'b' },
        ],
      },
    ])
  })

  it('leave out what has no words', () => {
    expect(
      messagesOf(
        said('user', text('a'), text(' \n')),
        said('assistant', text('')),
        said('user', text('b')),
      ),
    ).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
    ])
  })

  it('begin with the user, even if nobody does', () => {
    const roles = (...messages: Message[]) =>
      messagesOf(...messages).map((turn) => fieldsOf(turn)?.['role'])
    expect(roles(said('assistant', text('Welcome')), said('user', text('Hi')))).toEqual([
      'user',
      'assistant',
      'user',
    ])
    expect(roles(said('system', text('Say something')))).toEqual(['user'])
  })

  it('of the assistant’s that are to be continued end in no blank', () => {
    expect(messagesOf(said('user', text('a')), said('assistant', text('So \n'))).at(-1)).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'So' }],
    })
  })

  it('say what was refused', () => {
    expect(
      messagesOf(said('user', text('a')), said('assistant', { kind: 'refusal', text: 'No.' }))[1],
    ).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'No.' }],
    })
  })
})

describe('calls', () => {
  it('have ids that the vendor takes, the same as their results', () => {
    const turns = JSON.stringify(
      messagesOf(
        said('user', text('a')),
        said('assistant', call('f.1/ä')),
        said('tool', result('f.1/ä')),
      ),
    )
    const ids = [...turns.matchAll(/"(?:id|tool_use_id)":"([^"]*)"/g)].map(([, id]) => id)
    expect(ids).toHaveLength(2)
    expect(ids[0]).toMatch(/^[a-zA-Z0-9_-]+$/)
    expect(ids[0]).toBe(ids[1])
  })

  it('have an object, whatever the model wrote', () => {
    const input = (json: string) =>
      fieldsOf(
        listOf(
          fieldsOf(messagesOf(said('user', text('a')), said('assistant', call('1', json)))[1])?.[
            'content'
          ],
        )[0],
      )?.['input']
    expect(input('{"a":[1]}')).toEqual({ a: [1] })
    for (const json of ['', '[1]', '"a"', '{"a":', 'null']) expect(input(json)).toEqual({})
  })
})

describe('tools', () => {
  it('have names that fit, in their definition, in a choice and in calls', () => {
    const named = { ...tool, name: 'files.read' }
    const { tools, tool_choice } = body({
      tools: [named],
      toolChoice: { kind: 'tool', name: 'files.read' },
    })
    const [first] = listOf(tools)
    const calling: Part = { kind: 'tool-call', id: '1', name: 'files.read', arguments: '{}' }
    const called = messagesOf(said('user', text('a')), said('assistant', calling))[1]
    const [block] = listOf(fieldsOf(called)?.['content'])
    expect(fieldsOf(block)?.['name']).toBe(fieldsOf(first)?.['name'])
    expect(fieldsOf(first)?.['name']).toMatch(/^files_read_[a-z0-9]+$/)
    expect(tool_choice).toEqual({ type: 'tool', name: fieldsOf(first)?.['name'] })
  })

  it('take an object', () => {
    expect(body({ tools: [tool] })['tools']).toEqual([
      { name: 'f', input_schema: { type: 'object' } },
    ])
  })

  it('are chosen one at a time when the caller wants it so', () => {
    expect(body({ tools: [tool], parallelTools: false })['tool_choice']).toEqual({
      type: 'auto',
      disable_parallel_tool_use: true,
    })
    expect(body({ tools: [tool], parallelTools: true })['tool_choice']).toBeUndefined()
    expect(
      body({ tools: [tool], parallelTools: false, toolChoice: { kind: 'none' } })['tool_choice'],
    ).toEqual({ type: 'none' })
    expect(
      body({ parallelTools: false, toolChoice: { kind: 'required' } })['tool_choice'],
    ).toBeUndefined()
  })

  it('are not forced on a model that refuses it', () => {
    const request = { tools: [tool], toolChoice: { kind: 'required' } } as const
    expect(body(request)['tool_choice']).toEqual({ type: 'any' })
    expect(encoded({ ...request, model: 'claude-opus-5-5' })).toMatchObject({
      body: { tool_choice: { type: 'auto' } },
      dropped: ['toolChoice'],
    })
  })

  it('are strict in the part of JSON Schema that the vendor knows', () => {
    const parameters = { type: 'object', properties: { n: { type: 'integer', minimum: 1 } } }
    const strict = { ...tool, parameters, strict: true }
    expect(body({ tools: [strict] })['tools']).toEqual([
      {
        name: 'f',
        strict: true,
        input_schema: {
          type: 'object',
          properties: { n: { type: 'integer', description: '{minimum: 1}' } },
          additionalProperties: false,
        },
      },
    ])
    expect(body({ tools: [strict], model: 'claude-sonnet-4-0' })['tools']).toEqual([
      { name: 'f', input_schema: parameters },
    ])
  })
})

describe('thinking', () => {
  const asked = (request: Partial<ModelRequest>) => {
    const { body: made, dropped } = encoded(request)
    const { thinking, output_config, max_tokens } = made
    return { thinking, output_config, max_tokens, dropped }
  }

  it('has a budget below the limit, which is raised for it', () => {
    expect(asked({ reasoning: effort('medium'), outputLimit: 10_000 })).toEqual({
      thinking: { type: 'enabled', budget_tokens: 5_000 },
      max_tokens: 10_000,
      dropped: [],
    })
    expect(asked({ reasoning: effort('high'), outputLimit: 300 })).toMatchObject({
      thinking: { budget_tokens: 1_024 },
      max_tokens: 1_324,
    })
    expect(asked({ reasoning: budget(100) })).toMatchObject({ thinking: { budget_tokens: 1_024 } })
    expect(asked({ reasoning: budget(20_000) })).toMatchObject({ max_tokens: 28_192 })
    expect(asked({ reasoning: budget(-1), outputLimit: 10_000 })).toMatchObject({
      thinking: { budget_tokens: 5_000 },
    })
  })

  it('has a word instead where the number is refused', () => {
    const model = 'claude-opus-4-8'
    expect(asked({ model, reasoning: { ...effort('xhigh'), shown: true } })).toEqual({
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'xhigh' },
      max_tokens: 8_192,
      dropped: [],
    })
    expect(asked({ model, reasoning: budget(2_000) })).toMatchObject({
      output_config: { effort: 'low' },
    })
    expect(asked({ model, reasoning: effort('minimal') })).toMatchObject({
      thinking: { display: 'summarized' },
      output_config: { effort: 'low' },
      dropped: [],
    })
    expect(asked({ model, reasoning: { ...effort('low'), shown: false } })).toMatchObject({
      thinking: { display: 'omitted' },
    })
    expect(asked({ model: 'claude-opus-4-6', reasoning: effort('xhigh') })).toMatchObject({
      output_config: { effort: 'high' },
    })
    expect(asked({ model, reasoning: effort('a new word') })).toMatchObject({
      thinking: { type: 'adaptive' },
      dropped: ['reasoning'],
    })
  })

  it('is off, or as little as the model knows', () => {
    expect(asked({ reasoning: effort('none') })).toMatchObject({
      thinking: { type: 'disabled' },
      dropped: [],
    })
    expect(asked({ model: 'claude-opus-5-5', reasoning: budget(0) })).toEqual({
      output_config: { effort: 'low' },
      max_tokens: 8_192,
      dropped: ['reasoning'],
    })
    expect(asked({ model: 'claude-3-5-haiku-latest', reasoning: effort('high') })).toEqual({
      max_tokens: 8_192,
      dropped: ['reasoning'],
    })
  })

  it('is asked for as a caller of the dialect asked', () => {
    const own = { dialect: 'anthropic-messages' } as const
    const both = { effort: 'max', budget: 9_000, shown: null }
    expect(asked({ ...own, reasoning: both, outputLimit: 99 })).toEqual({
      thinking: { type: 'enabled', budget_tokens: 9_000 },
      output_config: { effort: 'max' },
      max_tokens: 99,
      dropped: [],
    })
    const forced = { tools: [tool], toolChoice: { kind: 'required' } } as const
    expect(asked({ ...own, ...forced, reasoning: effort('high') })).toMatchObject({
      thinking: { type: 'adaptive' },
      dropped: [],
    })
  })

  it('is left out beside a forced tool', () => {
    expect(
      asked({ reasoning: effort('high'), tools: [tool], toolChoice: { kind: 'required' } }),
    ).toEqual({ max_tokens: 8_192, dropped: ['reasoning'] })
  })

  it('is left out after a turn of another supplier’s, which begins with no reasoning of Anthropic’s', () => {
    const turn = (...parts: Part[]) => [
      said('user', text('a')),
      said('assistant', ...parts, call('1')),
      said('tool', result('1', text('x'))),
    ]
    const reasoned = (signature: string | null): Part => ({
      kind: 'reasoning',
      text: 'Hm',
      signature,
    })
    const reasoning = budget(2_000)
    expect(asked({ reasoning, messages: turn() })).toMatchObject({ dropped: ['reasoning'] })
    expect(asked({ reasoning, messages: turn(reasoned('gemini:x')) })).toMatchObject({
      dropped: ['signature', 'reasoning'],
    })
    expect(asked({ reasoning, messages: turn(reasoned('anthropic-messages:x')) })).toMatchObject({
      thinking: { budget_tokens: 2_000 },
      dropped: [],
    })
    // A word of effort has no such condition.
    expect(asked({ reasoning, messages: turn(), model: 'claude-opus-4-8' })).toMatchObject({
      thinking: { type: 'adaptive' },
      dropped: [],
    })
    // A client of the dialect whose last turn was somebody else's is no better off.
    expect(
      asked({ reasoning, messages: turn(reasoned('gemini:x')), dialect: 'anthropic-messages' }),
    ).toMatchObject({ dropped: ['signature', 'reasoning'] })
  })

  it('sends back what the vendor signed, and nothing else', () => {
    const parts: Part[] = [
      { kind: 'reasoning', text: 'a', signature: 'anthropic-messages:s' },
      { kind: 'reasoning', text: '', signature: 'anthropic-messages:r', redacted: true },
      { kind: 'reasoning', text: 'b', signature: 'openai-responses:s' },
      { kind: 'reasoning', text: 'c', signature: null },
      { kind: 'text', text: 'd', signature: 'gemini:s' },
    ]
    const { body: made, dropped } = encoded({
      messages: [said('user', text('a')), said('assistant', ...parts)],
    })
    expect(listOf(made['messages'])[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'a', signature: 's' },
        { type: 'redacted_thinking', data: 'r' },
        { type: 'text', text: 'd' },
      ],
    })
    expect(dropped).toEqual(['signature'])
  })

  it('leaves out the signatures of Gemini’s texts', () => {
    const signed: Part = { kind: 'text', text: 'b', signature: 'gemini:s' }
    expect(
      encoded({ messages: [said('user', text('a')), said('assistant', signed)] }).dropped,
    ).toEqual(['signature'])
  })
})

describe('sampling', () => {
  const sampled = (
    sampling: Partial<ModelRequest['sampling']>,
    more: Partial<ModelRequest> = {},
  ) => {
    const { body: made, dropped } = encoded({
      sampling: { ...plain.sampling, ...sampling },
      ...more,
    })
    const { temperature, top_p, top_k } = made
    return { temperature, top_p, top_k, dropped }
  }

  it('goes up to one, where it says nothing', () => {
    expect(sampled({ temperature: 0.3, topK: 5 })).toEqual({
      temperature: 0.3,
      top_k: 5,
      dropped: [],
    })
    expect(sampled({ temperature: 1.8, topP: 1 })).toEqual({ dropped: [] })
  })

  it('is of one kind, of none, or of none while the model thinks', () => {
    const all = { temperature: 0.3, topP: 0.9, topK: 5 }
    expect(sampled(all)).toEqual({ temperature: 0.3, top_k: 5, dropped: ['topP'] })
    expect(sampled(all, { model: 'claude-sonnet-4-0' })).toMatchObject({ top_p: 0.9, dropped: [] })
    expect(sampled(all, { model: 'claude-opus-4-7' })).toEqual({
      dropped: ['temperature', 'topP', 'topK'],
    })
    expect(sampled({ topP: 0.9 }, { model: 'claude-opus-4-7' })).toEqual({ dropped: ['topP'] })
    expect(sampled({ topP: 0.9 }, { reasoning: budget(2_000) })).toEqual({ dropped: ['topP'] })
    expect(sampled({ ...all, topP: 0.97 }, { reasoning: budget(2_000) })).toEqual({
      top_p: 0.97,
      dropped: ['temperature', 'topK'],
    })
  })

  it('is the caller’s own affair in the dialect', () => {
    expect(
      sampled(
        { temperature: 1, topK: 5 },
        { model: 'claude-opus-4-7', dialect: 'anthropic-messages' },
      ),
    ).toEqual({ temperature: 1, top_k: 5, dropped: [] })
  })

  it('stops at words alone', () => {
    expect(encoded({ stop: ['\n', 'END'] })).toMatchObject({
      body: { stop_sequences: ['END'] },
      dropped: ['stop'],
    })
  })
})

describe('the form of the answer', () => {
  const schema = { type: 'object', properties: {} }
  const format = { kind: 'schema', name: 'n', schema, strict: true } as const

  it('is a schema where the model knows them, and is asked for in words where not', () => {
    expect(body({ format })['output_config']).toEqual({
      format: { type: 'json_schema', schema: { ...schema, additionalProperties: false } },
    })
    const old = encoded({ format, model: 'claude-3-7-sonnet-latest' })
    expect(old.dropped).toEqual(['format'])
    expect(JSON.stringify(old.body['system'])).toContain('properties')
    expect(old.body['output_config']).toBeUndefined()
  })

  it('is JSON by words, after the system’s own', () => {
    const { system } = body({
      format: { kind: 'json' },
      messages: [said('system', text('a')), said('user', text('b'))],
    })
    expect(listOf(system)).toHaveLength(2)
    expect(listOf(system)[0]).toEqual({ type: 'text', text: 'a' })
    expect(JSON.stringify(listOf(system)[1])).toContain('JSON')
  })
})

describe('files', () => {
  const file = (mediaType: string, base64: string): Part => ({
    kind: 'file',
    name: 'a',
    source: { kind: 'data', mediaType, base64 },
  })

  it('are PDFs and text', () => {
    const { body: made, dropped } = encoded({
      messages: [
        said(
          'user',
          file('application/pdf', 'JVBERi0='),
          file('text/csv', 'YTtiCg=='),
          file('application/zip', 'UEs='),
        ),
      ],
    })
    expect(listOf(fieldsOf(listOf(made['messages'])[0])?.['content'])).toEqual([
      {
        type: 'document',
        title: 'a',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
      },
      {
        type: 'document',
        title: 'a',
        source: { type: 'text', media_type: 'text/plain', data: 'a;b\n' },
      },
    ])
    expect(dropped).toEqual(['file'])
  })

  it('and images are not the assistant’s to show', () => {
    const image: Part = { kind: 'image', detail: null, source: { kind: 'url', url: 'https://a/b' } }
    const shown = file('application/pdf', 'JVBERi0=')
    expect(
      encoded({ messages: [said('user', text('a')), said('assistant', shown, text('b'))] }).dropped,
    ).toEqual(['file'])
    expect(
      encoded({ messages: [said('user', text('a')), said('assistant', image, text('b'))] }).dropped,
    ).toEqual(['image'])
  })
})
