import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Held } from '../../../charging/hold-running.ts'
import { StreamOutput } from '../../relay/stream-output.ts'
import { type Asked, ask, channel, onePerToken, type Rig, until } from '../rig/gateway-rig.ts'
import { rigs } from '../rig/rigs.ts'
import { type ScriptedSupplier, scriptedSupplier } from '../rig/scripted-supplier.ts'

/*
 * Whoever has seen the end of an answer has been charged for it: a process that dies between the two gives nothing away.
 */

const stand = rigs()
let supplier: ScriptedSupplier
beforeAll(async () => {
  supplier = await scriptedSupplier()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => supplier.close())

const before = (type = 8): Promise<Rig> =>
  stand({
    channels: [channel({ type, baseUrl: supplier.url, models: ['sandbox/chat'] })],
    prices: [{ ...onePerToken, model: '*' }],
    balance: 100_000_000n,
  })

/** Charges that are not on disk until somebody says so. */
function slowly(rig: Rig): () => void {
  const commit = Promise.withResolvers<void>()
  rig.ledger.commits = commit.promise
  return commit.resolve
}

/** What a client has of an answer, and whether that is all. */
function read(rig: Rig, asked: Asked) {
  const seen = { text: '', isOver: false }
  const reading = async (): Promise<void> => {
    const { body } = await ask(rig, asked)
    const decoder = new TextDecoder()
    for await (const chunk of body ?? []) seen.text += decoder.decode(chunk, { stream: true })
    seen.isOver = true
  }
  return { seen, over: reading() }
}

/** Time for what should not come. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

const sse = (event: Readonly<Record<string, unknown>>): string =>
  `data: ${JSON.stringify(event)}\n\n`
const chunk = (choice: Readonly<Record<string, unknown>>): string =>
  sse({ object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })
const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }
const chat = [
  chunk({ delta: { content: 'so it was' } }),
  chunk({ delta: {}, finish_reason: 'stop' }),
  sse({ choices: [], usage }),
  'data: [DONE]\n\n',
]
const messages = [
  sse({
    type: 'message_start',
    message: { id: 'm', role: 'assistant', content: [], usage: { input_tokens: 3 } },
  }),
  sse({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  sse({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'so it was' } }),
  sse({ type: 'content_block_stop', index: 0 }),
  sse({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } }),
  sse({ type: 'message_stop' }),
]
const gemini = [
  sse({
    candidates: [{ content: { parts: [{ text: 'so it was' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 },
  }),
]

describe.each([
  ['OpenAI', 8, chat],
  ['Anthropic', 14, messages],
  ['Gemini', 25, gemini],
] as const)('a stream of %s', (_, type, frames) => {
  it.each(['/v1/chat/completions', '/v1/messages'])(
    'ends in %s behind its charge',
    async (path) => {
      const rig = await before(type)
      const commit = slowly(rig)
      supplier.play({ frames })
      const { seen, over } = read(rig, { path, stream: true, more: { max_tokens: 9 } })
      await until(() => rig.ledger.ends().length === 1)
      await pause()
      expect(seen.isOver).toBe(false)
      expect(seen.text).not.toMatch(/\[DONE\]|message_stop/)
      commit()
      await over
      expect(seen.text).toContain('so it was')
      expect(seen.text).toMatch(/\[DONE\]|message_stop/)
      expect(rig.ledger.ends()).toMatchObject([{ kind: 'settle', amount: 7n }])
    },
  )
})

it('a supplier that keeps the line after its last frame keeps nobody waiting', async () => {
  for (const [type, frames] of [
    [8, chat],
    [14, messages],
  ] as const) {
    const rig = await before(type)
    supplier.play({ frames, holds: true })
    const { seen, over } = read(rig, { stream: true })
    await over
    expect(seen.text).toContain('[DONE]')
    expect(rig.ledger.ends()).toMatchObject([{ kind: 'settle', amount: 7n }])
  }
})

it('a whole answer goes out behind its charge', async () => {
  const rig = await before()
  const commit = slowly(rig)
  const message = { role: 'assistant', content: 'so it was' }
  const answer = { choices: [{ index: 0, message, finish_reason: 'stop' }], usage }
  supplier.play({ frames: [JSON.stringify(answer)], contentType: 'application/json' })
  const { seen, over } = read(rig, {})
  await until(() => rig.ledger.ends().length === 1)
  await pause()
  expect(seen).toEqual({ text: '', isOver: false })
  commit()
  await over
  expect(JSON.parse(seen.text)).toMatchObject(answer)
})

it('an answer too long to be kept ends behind its charge', async () => {
  const rig = await before()
  const commit = slowly(rig)
  const numbers = Array.from({ length: 48 }, () => '0.25,'.repeat(100_000))
  const frames = ['{"data":[{"embedding":[', ...numbers, `1]}],"usage":${JSON.stringify(usage)}}`]
  supplier.play({ frames, contentType: 'application/json' })
  const { seen, over } = read(rig, { path: '/v1/embeddings', more: { input: 'a' } })
  await until(() => rig.ledger.ends().length === 1)
  await pause()
  expect(seen.isOver).toBe(false)
  commit()
  await over
  expect(seen.text).toBe(frames.join(''))
})

it('a response is charged once it can be gone on from', async () => {
  const rig = await before()
  const kept = Promise.withResolvers<void>()
  const keep = vi.spyOn(rig.parts.responses, 'keep').mockReturnValue(kept.promise)
  supplier.play({ frames: chat })
  const more = { input: 'hello', store: true }
  const { seen, over } = read(rig, { path: '/v1/responses', stream: true, more })
  await until(() => keep.mock.calls.length === 1)
  await pause()
  expect(rig.ledger.ends()).toEqual([])
  expect(seen.text).not.toContain('response.completed')
  kept.resolve()
  await over
  expect(rig.ledger.ends()).toHaveLength(1)
  expect(seen.text).toContain('response.completed')
})

it('a stream whose dialect has no last frame is closed behind its charge', async () => {
  const rig = await before(25)
  const commit = slowly(rig)
  supplier.play({ frames: gemini })
  const path = '/v1beta/models/sandbox/chat:streamGenerateContent?alt=sse'
  const contents = [{ role: 'user', parts: [{ text: 'hello' }] }]
  const { seen, over } = read(rig, { path, more: { contents } })
  await until(() => rig.ledger.ends().length === 1)
  await pause()
  expect(seen.isOver).toBe(false)
  commit()
  await over
  expect(seen.text).toContain('so it was')
})

it('an end waits for no extension of its hold that its database keeps', async () => {
  const rig = await before()
  const text = 'so it was '.repeat(40)
  supplier.play({ frames: [chunk({ delta: { content: text } }), ...chat.slice(1)] })
  vi.spyOn(Held.prototype, 'idle').mockReturnValue(new Promise(() => {}))
  await read(rig, { stream: true }).over
  expect(rig.ledger.ends()).toMatchObject([{ kind: 'settle', amount: 7n }])
})

it('what cannot be kept for a repeat is delivered, and charged', async () => {
  const rig = await stand({
    channels: [channel({ type: 8, baseUrl: supplier.url, models: ['sandbox/chat'] })],
    prices: [{ ...onePerToken, model: '*' }],
    settings: { ChatCacheExpireMinute: 5 },
    token: { cache: true },
  })
  vi.spyOn(rig.parts.cache, 'keep').mockImplementation(() => {
    throw new Error('planted')
  })
  supplier.play({ frames: chat })
  const { seen, over } = read(rig, { stream: true, more: { temperature: 0 } })
  await over
  expect(seen.text).toContain('[DONE]')
  expect(rig.ledger.ends()).toMatchObject([{ kind: 'settle', amount: 7n }])
  expect(rig.errors.splice(0)).toHaveLength(1)
})

/** Resolves when a stream has come to its last frame. */
function lastFrame(): () => Promise<void> {
  const send = vi.spyOn(StreamOutput.prototype, 'send')
  return () => until(() => send.mock.calls.some(([, { isEnd }]) => isEnd))
}

it('a stream that is stopped when all of it has come ends as it would', async () => {
  const rig = await before()
  const last = lastFrame()
  supplier.play({ frames: chat, holds: true })
  const { seen, over } = read(rig, { stream: true })
  await last()
  rig.gateway.stop()
  await over
  expect(seen.text).toContain('[DONE]')
  expect(seen.text).not.toContain('error')
  expect(rig.ledger.ends()).toMatchObject([{ usage: { outcome: 'complete' } }])
})

it('and one that is counted for its client then, too', async () => {
  const rig = await before()
  const counted = Promise.withResolvers<number>()
  const count = vi.spyOn(rig.parts.tokens, 'count').mockImplementation(async ([said = '']) => {
    return said === 'so it was' ? counted.promise : 1
  })
  supplier.play({ frames: chat.filter((frame) => !frame.includes('usage')), holds: true })
  const more = { stream_options: { include_usage: true } }
  const { seen, over } = read(rig, { stream: true, more })
  await until(() => count.mock.calls.some(([[said]]) => said === 'so it was'))
  rig.gateway.stop()
  counted.resolve(4)
  await over
  expect(seen.text).toMatch(/"completion_tokens":4.*\[DONE\]/s)
  expect(seen.text).not.toContain('"error"')
  expect(rig.ledger.ends()).toMatchObject([{ usage: { outcome: 'complete-counted' } }])
})
