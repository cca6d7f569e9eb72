import { describe, expect, it } from 'vitest'
import type { Message, ModelRequest, Part } from '../../../canonical/request.ts'
import { plainRequest } from '../../../testing/plain-request.ts'
import { encodeRequest } from './request.ts'

const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const nova = 'amazon.nova-lite-v1:0'
const llama = 'us.meta.llama4-maverick-17b-instruct-v1:0'

const said = (role: Message['role'], ...parts: readonly Part[]): Message => ({
  role,
  parts,
  name: null,
})
const text = (words: string, more: object = {}): Part => ({ kind: 'text', text: words, ...more })
const call: Part = { kind: 'tool-call', id: 'call_1', name: 'now', arguments: '{"zone":"UTC"}' }
const tool = { name: 'now', description: null, parameters: null, strict: null }
const spec = { toolSpec: { name: 'now', inputSchema: { json: { type: 'object' } } } }

const encoded = (asked: Partial<ModelRequest>) =>
  encodeRequest({ ...plainRequest, model: claude, messages: [said('user', text('a'))], ...asked })

const messagesOf = (...messages: readonly Message[]) => encoded({ messages }).body['messages']

describe('turns', () => {
  it('alternate from the user’s on, and what tools gave comes first', () => {
    const result: Part = { kind: 'tool-result', id: 'call_1', parts: [text('noon')] }
    const { body } = encoded({
      messages: [
        said('system', text('be kind')),
        said('assistant', text('hello')),
        said('assistant', call),
        said('user', text('well?')),
        said('tool', result),
        said('developer', text('be brief')),
        said('assistant', text('it is ')),
      ],
      tools: [tool],
    })
    expect(body['system']).toEqual([{ text: 'be kind' }])
    const toolUse = { toolUseId: 'call_1', name: 'now', input: { zone: 'UTC' } }
    const toolResult = { toolUseId: 'call_1', content: [{ text: 'noon' }] }
    expect(body['messages']).toEqual([
      { role: 'user', content: [{ text: '…' }] },
      { role: 'assistant', content: [{ text: 'hello' }, { toolUse }] },
      { role: 'user', content: [{ toolResult }, { text: 'well?' }, { text: 'be brief' }] },
      { role: 'assistant', content: [{ text: 'it is' }] },
    ])
  })

  it('have no empty words', () => {
    expect(messagesOf(said('user', text(' '), text('a')), said('assistant', text('')))).toEqual([
      { role: 'user', content: [{ text: 'a' }] },
    ])
  })

  it('tell the error of a tool to models that take it, and never nothing', () => {
    const failed: Part = { kind: 'tool-result', id: 'call_1', parts: [], isError: true }
    const messages = [said('user', text('a')), said('assistant', call), said('tool', failed)]
    const resultFor = (model: string) =>
      (encoded({ messages, model }).body['messages'] as { content: unknown[] }[])[2]?.content
    const toolResult = { toolUseId: 'call_1', content: [{ text: '…' }] }
    expect(resultFor(nova)).toEqual([{ toolResult: { ...toolResult, status: 'error' } }])
    expect(resultFor(llama)).toEqual([{ toolResult }])
  })

  it('give a model back what it signed, and name what another did', () => {
    const reasoned = (signature: string | null, more: object = {}): Part => ({
      kind: 'reasoning',
      text: 'hm',
      signature,
      ...more,
    })
    const { body, dropped } = encoded({
      messages: [
        said('user', text('a')),
        said(
          'assistant',
          reasoned('bedrock-converse:c2ln'),
          reasoned('bedrock-converse:aGlk', { redacted: true }),
          reasoned('anthropic-messages:b3RoZXI='),
          text('b'),
        ),
      ],
    })
    expect(body['messages']).toContainEqual({
      role: 'assistant',
      content: [
        { reasoningContent: { reasoningText: { text: 'hm', signature: 'c2ln' } } },
        { reasoningContent: { redactedContent: 'aGlk' } },
        { text: 'b' },
      ],
    })
    expect(dropped).toEqual(['signature'])
  })
})

describe('pictures and documents', () => {
  const data = (mediaType: string) => ({ kind: 'data', mediaType, base64: 'YQ==' }) as const
  const picture = (mediaType: string): Part => ({
    kind: 'image',
    detail: null,
    source: data(mediaType),
  })
  const file = (mediaType: string, name: string | null = null): Part => ({
    kind: 'file',
    name,
    source: data(mediaType),
  })

  it('are bytes with a format, in names that are taken and differ', () => {
    expect(
      messagesOf(
        said(
          'user',
          picture('image/jpeg'),
          file('application/pdf', 'a_b: 1.pdf'),
          file('text/x-python'),
        ),
      ),
    ).toEqual([
      {
        role: 'user',
        content: [
          { image: { format: 'jpeg', source: { bytes: 'YQ==' } } },
          { document: { format: 'pdf', name: 'a b 1 pdf 1', source: { bytes: 'YQ==' } } },
          { document: { format: 'txt', name: 'document 2', source: { bytes: 'YQ==' } } },
          // A document stands beside words.
          { text: '…' },
        ],
      },
    ])
  })

  it('of other kinds are named', () => {
    const url: Part = { kind: 'image', detail: null, source: { kind: 'url', url: 'http://a/b' } }
    const audio: Part = { kind: 'audio', format: 'wav', source: data('audio/wav') }
    const { dropped } = encoded({
      messages: [
        said('user', text('a'), url, picture('image/tiff'), file('application/zip'), audio),
      ],
    })
    expect(dropped.toSorted()).toEqual(['audio', 'file', 'image'])
  })
})

describe('cache points', () => {
  const asked: Partial<ModelRequest> = {
    messages: [
      said('system', text('be kind', { cache: '1h' })),
      said('user', text('a', { cache: '5m' }), text('b')),
    ],
    tools: [{ ...tool, cache: '5m' }],
  }
  const cachePoint = { type: 'default' }

  it('stand behind what they mark', () => {
    const { body, dropped } = encoded(asked)
    expect(body).toMatchObject({
      system: [{ text: 'be kind' }, { cachePoint: { ...cachePoint, ttl: '1h' } }],
      messages: [{ content: [{ text: 'a' }, { cachePoint }, { text: 'b' }] }],
      toolConfig: { tools: [spec, { cachePoint }] },
    })
    expect(dropped).toEqual([])
  })

  it('are named where the model does not know them', () => {
    const { body, dropped } = encoded({ ...asked, model: llama })
    expect(JSON.stringify(body)).not.toContain('cachePoint')
    expect(dropped).toEqual(['cache'])
  })
})

describe('tools', () => {
  const choiceIn = (asked: Partial<ModelRequest>) => {
    const { body, dropped } = encoded({ tools: [tool], ...asked })
    return { config: body['toolConfig'], dropped }
  }

  it.each([
    [{ kind: 'auto' }, {}],
    [{ kind: 'required' }, { toolChoice: { any: {} } }],
    [{ kind: 'tool', name: 'now' }, { toolChoice: { tool: { name: 'now' } } }],
  ] as const)('are chosen as asked: %j', (toolChoice, chosen) => {
    expect(choiceIn({ toolChoice })).toEqual({ config: { tools: [spec], ...chosen }, dropped: [] })
  })

  it('are left out where none may be called, but for those that were', () => {
    const none = { toolChoice: { kind: 'none' } } as const
    expect(choiceIn(none)).toEqual({ config: undefined, dropped: [] })
    const messages = [said('user', text('a')), said('assistant', call), said('user', text('b'))]
    expect(choiceIn({ ...none, messages })).toEqual({
      config: { tools: [spec] },
      dropped: ['toolChoice'],
    })
  })

  it('that were called are known', () => {
    const messages = [said('user', text('a')), said('assistant', call)]
    expect(choiceIn({ tools: [], messages }).config).toEqual({ tools: [spec] })
  })

  it('are not forced on models that refuse it', () => {
    const asked = { toolChoice: { kind: 'required' }, model: 'anthropic.claude-fable-5-2' } as const
    expect(choiceIn(asked)).toEqual({ config: { tools: [spec] }, dropped: ['toolChoice'] })
  })
})

describe('what a model’s vendor has its own words for', () => {
  const sampling = { ...plainRequest.sampling, temperature: 1.5, topK: 5 }
  const reasoning = { effort: 'high', budget: null, shown: null }

  it('is in them for Claude', () => {
    const old = 'anthropic.claude-3-haiku-20240307-v1:0'
    expect(encoded({ model: old, sampling: { ...sampling, temperature: 0.5 } })).toMatchObject({
      body: { inferenceConfig: { temperature: 0.5 }, additionalModelRequestFields: { top_k: 5 } },
      dropped: [],
    })
    expect(encoded({ reasoning, outputLimit: 10_000 }).body).toMatchObject({
      inferenceConfig: { maxTokens: 10_000 },
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 8_000 } },
    })
    const newer = 'global.anthropic.claude-opus-4-6-v1:0'
    expect(encoded({ model: newer, reasoning }).body).toMatchObject({
      additionalModelRequestFields: {
        thinking: { type: 'adaptive' },
        output_config: { effort: 'high' },
      },
    })
  })

  it('takes no budget after a call that another model made', () => {
    const messages = [said('user', text('a')), said('assistant', call), said('user', text('b'))]
    const { body, dropped } = encoded({ reasoning, messages })
    expect(body).not.toHaveProperty('additionalModelRequestFields')
    expect(dropped).toEqual(['reasoning'])
  })

  it('is named for others', () => {
    const { body, dropped } = encoded({ model: nova, sampling, reasoning })
    expect(body['inferenceConfig']).toEqual({ temperature: 1 })
    expect(body).not.toHaveProperty('additionalModelRequestFields')
    expect(dropped).toEqual(['topK', 'reasoning'])
  })
})

describe('a format', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const format = { kind: 'schema', name: 'answer', schema, strict: null } as const

  it('holds a model to its schema', () => {
    const { body, dropped } = encoded({ format })
    const jsonSchema = {
      name: 'answer',
      schema: JSON.stringify({
        ...schema,
        properties: { a: { type: 'string' } },
        additionalProperties: false,
      }),
    }
    expect(body['outputConfig']).toEqual({
      textFormat: { type: 'json_schema', structure: { jsonSchema } },
    })
    expect(dropped).toEqual([])
  })

  it('is asked for in words where it is not known', () => {
    const { body, dropped } = encoded({ format, model: llama })
    expect(body).not.toHaveProperty('outputConfig')
    expect(JSON.stringify(body['system'])).toContain('fits this schema')
    expect(dropped).toEqual(['format'])
    expect(encoded({ format: { kind: 'json' }, model: llama }).dropped).toEqual([])
  })
})

it('names what there is no word for', () => {
  const { dropped } = encoded({
    answers: 2,
    logprobs: 1,
    endUser: 'u',
    tier: 'flex',
    cacheKey: 'k',
    parallelTools: false,
    stop: ['a', ''],
    sampling: { ...plainRequest.sampling, seed: 1, frequencyPenalty: 1, presencePenalty: 1 },
    rest: { store: true },
    messages: [{ ...said('user', text('a')), name: 'bob' }],
  })
  expect(dropped.toSorted()).toEqual(
    'answers cacheKey endUser frequencyPenalty logprobs name parallelTools presencePenalty rest.store seed stop tier'.split(
      ' ',
    ),
  )
})
