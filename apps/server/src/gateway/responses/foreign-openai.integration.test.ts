import { createServer, type Server } from 'node:http'
import { type Fields, parsedFields } from '@posthouse/llm/bytes/fields'
import { testDatabase } from '@posthouse/testkit/database'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Channel } from '../../domain/channels/channel.ts'
import { caller } from './testing/caller.ts'
import { keptRigs } from './testing/kept-rigs.ts'
import {
  ask,
  channel,
  listening,
  onePerToken,
  type Rig,
  testKey,
} from '../tests/rig/gateway-rig.ts'
import { openAiAddress } from '../tests/rig/http-transport.ts'

/* Channels of type OpenAI: at an address of another company, and where an address has no Responses after all. */

type Call = { readonly path: string; readonly body: Fields }
type Refusal = { readonly status: number; readonly body: string }

const noSuchPath = {
  status: 404,
  body: '{"error":{"message":"Invalid URL (POST /v1/responses)","type":"invalid_request_error"}}',
}
const noSuchMethod = { status: 405, body: '<html><h1>405 Not Allowed</h1></html>' }
const noSuchModel = {
  status: 404,
  body: '{"error":{"message":"The model `sandbox/chat` does not exist","code":"model_not_found"}}',
}

const { stand } = keptRigs(testDatabase)
let server: Server
let address: string
let calls: Call[] = []
/** Channels of which the gateway said that they have no Responses. */
let forgotten: bigint[] = []
/** What the server says to Responses and to chat; null: it answers. */
let refusals: { responses: Refusal | null; chat: Refusal | null }

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const call = { path: request.url ?? '', body: parsedFields(text) ?? {} }
      calls.push(call)
      const isChat = call.path === '/v1/chat/completions'
      const refusal = isChat ? refusals.chat : refusals.responses
      const stream = call.body['stream'] === true
      const type = stream && refusal === null ? 'text/event-stream' : 'application/json'
      response.writeHead(refusal?.status ?? 200, { 'content-type': type })
      response.end(refusal?.body ?? (isChat ? chatAnswer(stream) : responseAnswer(stream)))
    })
  })
  address = `http://127.0.0.1:${(await listening(server)).port}`
})
afterAll(() => {
  server.close()
})
beforeEach(() => {
  calls = []
  forgotten = []
  refusals = { responses: noSuchPath, chat: null }
})

const chatUsage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }

function chatAnswer(stream: boolean): string {
  const common = { id: 'c1', created: 1, model: 'm', usage: chatUsage }
  const said = { role: 'assistant', content: 'Rain.' }
  const choice = { index: 0, finish_reason: 'stop' }
  return stream
    ? `data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices: [{ ...choice, delta: said }] })}\n\ndata: [DONE]\n\n`
    : JSON.stringify({
        ...common,
        object: 'chat.completion',
        choices: [{ ...choice, message: said }],
      })
}

let answered = 0

function responseAnswer(stream: boolean): string {
  answered += 1
  const content = [{ type: 'output_text', text: 'Rain.', annotations: [] }]
  const message = {
    type: 'message',
    id: `msg_${answered}`,
    role: 'assistant',
    status: 'completed',
    content,
  }
  const response = {
    id: `resp_foreign${answered}`,
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'm',
    output: [message],
    usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
  }
  if (!stream) return JSON.stringify(response)
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...message, content: [] } },
    {
      type: 'response.output_text.delta',
      output_index: 0,
      content_index: 0,
      item_id: message.id,
      delta: 'Rain.',
    },
    { type: 'response.output_item.done', output_index: 0, item: message },
    { type: 'response.completed', response },
  ]
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}

const foreign = (changes: Partial<Channel> = {}): Channel =>
  channel({ type: 1, baseUrl: address, ...changes })
const own = (): Channel => channel({ type: 1, baseUrl: openAiAddress })

const start = (made: Channel): Promise<Rig> =>
  stand({
    channels: [made],
    openAi: address,
    forgetResponses: ({ id }) => forgotten.push(id),
    prices: [{ ...onePerToken, model: '*' }],
  })

const said = { role: 'user', content: 'hello' }
const clients = [
  ['a chat client', '/v1/chat/completions', { messages: [said] }],
  ['Claude Code', '/v1/messages', { max_tokens: 50, messages: [said] }],
  ['Codex', '/v1/responses', { messages: undefined, input: 'hello' }],
] as const
const gemini = {
  contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
  model: undefined,
  messages: undefined,
}

/** Each client, whole and as a stream. */
const requests = [true, false].flatMap((stream) => [
  ...clients.map(([name, path, more]) => ({ name, stream, path, more: { ...more, stream } })),
  {
    name: 'Gemini CLI',
    stream,
    path: `/v1beta/models/sandbox/chat:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    more: gemini,
  },
])

const pathsAsked = (): string[] => calls.map(({ path }) => path)
const chat = '/v1/chat/completions'
const responses = '/v1/responses'

describe('at an address of another company', () => {
  it.each(requests)('chat alone serves $name, stream: $stream', async ({ path, more }) => {
    const rig = await start(foreign())
    const answer = await ask(rig, { path, more })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('Rain.')
    expect(pathsAsked()).toEqual([chat])
    expect(forgotten).toEqual([])
  })

  it('requests keep to the fields of a compatible server', async () => {
    const rig = await start(foreign())
    await ask(rig, { path: '/v1/messages', more: { max_tokens: 50, messages: [said] } })
    expect(calls[0]?.body).toMatchObject({ max_tokens: 50 })
    expect(calls[0]?.body).not.toHaveProperty('max_completion_tokens')
  })

  it('a finding of none is followed as well', async () => {
    const rig = await start(foreign({ hasResponses: false }))
    expect((await ask(rig, { path: responses, more: { input: 'hello' } })).status).toBe(200)
    expect(pathsAsked()).toEqual([chat])
  })

  it('Responses that a test found are asked by their own clients, and told to keep nothing', async () => {
    refusals.responses = null
    const { create } = caller(await start(foreign({ hasResponses: true })), testKey)
    const first = await create({ input: 'hello' })
    const second = await create({ input: 'and now?', previous_response_id: first.id })
    expect(second.status).toBe(200)
    expect(pathsAsked()).toEqual([responses, responses])
    expect(calls.map(({ body }) => body['store'])).toEqual([false, false])
    // The first turn is kept here, so that it is sent whole.
    expect(calls[1]?.body).not.toHaveProperty('previous_response_id')
    expect(JSON.stringify(calls[1]?.body['input'])).toContain('Rain.')
  })

  it('other clients are served by chat although Responses were found', async () => {
    refusals.responses = null
    const rig = await start(foreign({ hasResponses: true }))
    await ask(rig, { path: '/v1/messages', more: { max_tokens: 50, messages: [said] } })
    expect(pathsAsked()).toEqual([chat])
  })
})

describe('without Responses after all', () => {
  describe.each([noSuchPath, noSuchMethod])('$status', (refusal) => {
    it.each([true, false])('chat is asked in the same attempt, stream: %s', async (stream) => {
      refusals.responses = refusal
      const made = foreign({ hasResponses: true })
      const rig = await start(made)
      const answer = await ask(rig, { path: responses, more: { input: 'hello', stream } })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('Rain.')
      expect(pathsAsked()).toEqual([responses, chat])
      // One attempt that answered has no row.
      expect(rig.attempts).toEqual([])
      expect(forgotten).toEqual([made.id])
    })
  })

  it.each(requests)('OpenAI itself: $name, stream: $stream', async ({ path, more }) => {
    const rig = await start(own())
    const answer = await ask(rig, { path, more })
    expect(await answer.text()).toContain('Rain.')
    expect(pathsAsked()).toEqual(path === chat ? [chat] : [responses, chat])
  })

  it('a 404 that names the model is told as before', async () => {
    refusals.responses = noSuchModel
    const rig = await start(foreign({ hasResponses: true }))
    expect((await ask(rig, { path: responses, more: { input: 'hello' } })).status).toBe(503)
    expect(pathsAsked()).toEqual([responses])
    expect(forgotten).toEqual([])
  })

  it('nothing is forgotten where chat is missing as well', async () => {
    refusals.chat = noSuchPath
    const rig = await start(foreign({ hasResponses: true }))
    expect((await ask(rig, { path: responses, more: { input: 'hello' } })).status).toBe(503)
    expect(pathsAsked()).toEqual([responses, chat])
    expect(rig.attempts).toHaveLength(1)
    expect(forgotten).toEqual([])
  })

  it('a turn that its supplier keeps is not said in chat', async () => {
    refusals.responses = null
    const rig = await start(own())
    const { create, post } = caller(rig, testKey)
    const first = await create({ input: 'hello' })
    refusals.responses = noSuchPath
    const second = await post('/responses', { input: 'and now?', previous_response_id: first.id })
    expect(second.status).toBe(503)
    expect(pathsAsked()).toEqual([responses, responses])
    expect(forgotten).toEqual([])
  })

  it('nor is a turn of a conversation', async () => {
    const rig = await start(foreign({ hasResponses: true }))
    const { post } = caller(rig, testKey)
    const { fields } = await post('/conversations', {})
    const told = await post('/responses', { input: 'hello', conversation: fields['id'] })
    expect(told.status).toBe(503)
    expect(pathsAsked()).toEqual([responses])
    // So that later turns are served by chat completions.
    expect(forgotten).toHaveLength(1)
  })
})
