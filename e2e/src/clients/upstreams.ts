import { LLMock } from '@copilotkit/aimock'
import type { Stand } from '@posthouse/testkit/stand'

/*
 * Two suppliers that are not of our making alone: the built-in sandbox, and aimock, which others
 * wrote to stand for OpenAI. The same suite of the official client runs against both.
 */

export type ClientUpstream = {
  readonly name: string
  /** What the model that chats is called. */
  readonly chat: string
  readonly embedding: string
  /** Makes the answer of about so many words last so many milliseconds. */
  slowly(words: number): string
  /** Asks for a failure of the upstream. */
  failing(status: 429 | 400 | 500): string
  /** What cannot be tried here, with the reason. */
  readonly skips: Readonly<Record<string, string>>
  /** Puts it behind a channel; answers what takes it away again. */
  attach(stand: Stand): Promise<() => Promise<void>>
}

/** The channel that a first start makes. */
const sandbox: ClientUpstream = {
  name: 'the sandbox',
  chat: 'sandbox/chat',
  embedding: 'sandbox/embedding',
  slowly: (words) => `[[sandbox: tokens=${words} speed=50]]`,
  failing: (status) => `[[sandbox: fault=${status}]]`,
  skips: {},
  attach: async () => async () => {},
}

/** The sandbox behind a channel that speaks one dialect alone, so that every answer is translated. */
const sandboxSpeaking = (dialect: string): ClientUpstream => ({
  ...sandbox,
  name: `the sandbox, speaking ${dialect}`,
  chat: `sandbox/over-${dialect}`,
  embedding: `sandbox/vectors-over-${dialect}`,
  attach: async (stand) => {
    const mapping = {
      [`sandbox/over-${dialect}`]: 'sandbox/chat',
      [`sandbox/vectors-over-${dialect}`]: 'sandbox/embedding',
    }
    await stand.root.client.createChannel({
      body: {
        type: 900,
        name: `speaks ${dialect}`,
        group: ['default'],
        models: Object.keys(mapping),
        model_mapping: JSON.stringify(mapping),
        key: '',
        base_url: 'sandbox://local',
        plugin: JSON.stringify({ dialects: [dialect] }),
      },
    })
    return async () => {}
  },
})

type Spoken = {
  readonly name: string
  /** The channel's type, and what its plugin names beside. */
  readonly type: number
  readonly dialects?: readonly string[]
  /** After the address of the mock. */
  readonly base: string
}

/** aimock, called in one of the dialects that it speaks. */
const aimock = ({ name, type, dialects, base }: Spoken): ClientUpstream => ({
  name,
  chat: 'aimock-chat',
  embedding: 'aimock-embedding',
  slowly: (words) => `slowly ${words}`,
  failing: (status) => `fail ${status}`,
  skips:
    base === '/v1' && dialects === undefined
      ? { 'completes a prompt': 'aimock has no /v1/completions' }
      : { 'keeps to a schema': 'aimock looks for formats in chat completions alone' },
  attach: async (stand) => {
    const mock = new LLMock({ port: 0, logLevel: 'silent' })
    teach(mock)
    await mock.start()
    for (const model of ['aimock-chat', 'aimock-embedding']) {
      await stand.root.client.createPrice({
        body: { model, type: 'tokens', channel_type: 8, input: '2', output: '8' },
      })
    }
    const channel = { group: ['default'], key: 'sk-aimock' }
    await stand.root.client.createChannel({
      body: {
        ...channel,
        type,
        name: 'aimock',
        models: ['aimock-chat'],
        base_url: `${mock.url}${base}`,
        ...(dialects === undefined ? {} : { plugin: JSON.stringify({ dialects }) }),
      },
    })
    await stand.root.client.createChannel({
      body: {
        ...channel,
        // Its embedContent takes one text, where every client sends batches.
        type: 8,
        name: 'aimock for vectors',
        models: ['aimock-embedding'],
        base_url: `${mock.url}/v1`,
      },
    })
    return () => mock.stop()
  },
})

const usage = { prompt_tokens: 21, completion_tokens: 13 }

function teach(mock: LLMock): void {
  const weather = (id: string, city: string) => ({
    id,
    name: 'weather',
    arguments: JSON.stringify({ city }),
  })
  mock.on(
    { userMessage: /both tools/, hasToolResult: false },
    { toolCalls: [weather('call_1', 'Bern'), weather('call_2', 'Rom')], usage },
  )
  mock.on(
    { userMessage: /tool/, hasToolResult: false },
    { toolCalls: [weather('call_1', 'Bern')], usage },
  )
  mock.on(
    { userMessage: /slowly/ },
    { content: 'rain '.repeat(200), usage },
    {
      chunkSize: 5,
      streamingProfile: { tps: 50 },
    },
  )
  for (const status of [400, 429, 500]) {
    mock.on(
      { userMessage: new RegExp(`fail ${status}`) },
      { error: { message: 'as ordered', type: 'ordered', code: 'ordered' }, status },
    )
  }
  mock.on({ responseFormat: 'json_schema' }, { content: '{"city":"Bern","rain":true}', usage })
  mock.onEmbedding(/./, { embedding: [0.6, 0.8] })
  mock.on({ userMessage: /./ }, { content: 'Rain in the mountains.', usage })
}

/** Every client meets its own dialect here or a translation, and most of them both. */
const clientUpstreams: readonly ClientUpstream[] = [
  sandboxSpeaking('gemini'),
  aimock({ name: 'aimock', type: 8, base: '/v1' }),
]

const theOthers: readonly ClientUpstream[] = [
  sandbox,
  aimock({ name: 'aimock, speaking Anthropic’s messages', type: 901, base: '' }),
  sandboxSpeaking('openai-responses'),
  sandboxSpeaking('anthropic-messages'),
  aimock({
    name: 'aimock, speaking Responses',
    type: 8,
    dialects: ['openai-responses'],
    base: '/v1',
  }),
  aimock({ name: 'aimock, speaking Gemini', type: 902, base: '' }),
]

/** One dialect of each of the two; all of theirs in a long run. */
export const upstreamsOf = (isLongRun: boolean): readonly ClientUpstream[] =>
  isLongRun ? [...clientUpstreams, ...theOthers] : clientUpstreams
