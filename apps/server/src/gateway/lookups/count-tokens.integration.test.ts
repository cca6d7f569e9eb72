import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { afterEach, describe, expect, it } from 'vitest'
import { openAiAddress } from '../tests/rig/http-transport.ts'
import { channel, gatewayRig, listening, type Rig, testKey } from '../tests/rig/gateway-rig.ts'

type Seen = { readonly path: string; readonly key: string; readonly body: Record<string, unknown> }

const seen: Seen[] = []
let close: (() => Promise<void>) | null = null
let rig: Rig
afterEach(async () => {
  expect(rig.errors).toEqual([])
  await rig.close()
  await close?.()
  close = null
  seen.length = 0
})

const types: Readonly<Partial<Record<DialectName, number>>> = {
  'openai-responses': 1,
  'anthropic-messages': 901,
  gemini: 902,
  'openai-chat': 8,
}

/** A supplier that counts as it is told to. */
async function open(
  spoken: DialectName,
  answer: (response: ServerResponse) => void,
): Promise<void> {
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { authorization, 'x-api-key': own, 'x-goog-api-key': google } = request.headers
      seen.push({
        path: request.url ?? '',
        key: String(own ?? google ?? authorization),
        body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
      })
      answer(response)
    })
  })
  const { port } = await listening(server)
  close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const mapping = new Map([['m', { forwarded: 'theirs', priceRequested: false }]])
  const url = `http://127.0.0.1:${port}`
  rig = await gatewayRig({
    openAi: url,
    channels: [
      channel({
        type: types[spoken] ?? 8,
        baseUrl: spoken === 'openai-responses' ? openAiAddress : url,
        models: ['m'],
        mapping,
        plugin: { dialects: [spoken] },
      }),
    ],
  })
}

const json = (status: number, body: object) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function count(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await rig.fetch(path, {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}

const messages = [{ role: 'user', content: 'How long is this?' }]
const tools = [{ name: 'weather', input_schema: { type: 'object' } }]
const asMessages = () => count('/v1/messages/count_tokens', { model: 'm', messages, tools })
const asResponses = () => count('/v1/responses/input_tokens', { model: 'm', input: 'How long?' })
const contents = [{ role: 'user', parts: [{ text: 'How long is this?' }] }]
const asGemini = () => count('/v1beta/models/m:countTokens', { contents })

describe('a supplier that counts', () => {
  it('is asked in the dialect of its client, with its own name of the model', async () => {
    await open('anthropic-messages', json(200, { input_tokens: 641 }))
    expect(await asMessages()).toEqual({ input_tokens: 641 })
    expect(seen).toEqual([
      {
        path: '/v1/messages/count_tokens',
        key: 'sk-upstream-secret',
        body: { messages, tools, model: 'theirs' },
      },
    ])
  })

  it('is asked for Gemini’s', async () => {
    await open('gemini', json(200, { totalTokens: 36 }))
    expect(await asGemini()).toEqual({ totalTokens: 36 })
    expect(seen[0]).toMatchObject({
      path: '/v1beta/models/theirs:countTokens',
      body: { generateContentRequest: { contents, model: 'models/theirs' } },
    })
    const whole = { generateContentRequest: { model: 'models/m', contents, generationConfig: {} } }
    expect(await count('/v1beta/models/m:countTokens', whole)).toEqual({ totalTokens: 36 })
    expect(seen[1]?.body).toEqual(seen[0]?.body)
  })

  it('is asked for Responses', async () => {
    await open('openai-responses', json(200, { object: 'response.input_tokens', input_tokens: 5 }))
    expect(await asResponses()).toMatchObject({ input_tokens: 5 })
    expect(seen[0]).toMatchObject({
      path: '/v1/responses/input_tokens',
      body: { model: 'theirs', input: 'How long?' },
    })
  })

  it('is asked in its own dialect where it speaks another', async () => {
    await open('gemini', json(200, { totalTokens: 77 }))
    expect(await asMessages()).toEqual({ input_tokens: 77 })
    expect(seen[0]?.body).toMatchObject({
      generateContentRequest: { contents: [{ parts: [{ text: 'How long is this?' }] }] },
    })
    expect(await asResponses()).toMatchObject({ input_tokens: 77 })
  })
})

describe('where no supplier counts', () => {
  it('the prompt is estimated, with what a vendor puts around tools', async () => {
    await open('openai-chat', json(500, {}))
    const { input_tokens } = await asMessages()
    // Anthropic's explanation of tools is more than 300 tokens, the rest some thirty.
    expect(Number(input_tokens)).toBeGreaterThan(500)
    expect(Number(input_tokens)).toBeLessThan(620)
    expect(seen).toEqual([])
  })

  it.each([
    ['says that it cannot', json(404, { error: { message: 'no such path' } })],
    ['says nothing that is a count', json(200, { input_tokens: 'many' })],
    ['fails', json(500, {})],
  ])('and one that %s is not asked by the next client', async (_what, answer) => {
    await open('anthropic-messages', answer)
    const first = await asMessages()
    expect(Number(first['input_tokens'])).toBeGreaterThan(500)
    expect(await asMessages()).toEqual(first)
    expect(seen).toHaveLength(1)
  })

  it('nor one that does not answer in time', async () => {
    await open('anthropic-messages', () => {})
    expect(Number((await asMessages())['input_tokens'])).toBeGreaterThan(500)
    expect(seen).toHaveLength(1)
  })
})
