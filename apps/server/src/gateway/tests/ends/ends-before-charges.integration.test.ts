import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ActiveHold } from '../../../charging/hold-running.ts'
import { StreamOutput } from '../../relay/stream-output.ts'
import {
  type Asked,
  askOnly,
  channel,
  errorOf,
  onePerToken,
  type Rig,
  type RigOptions,
  until,
} from '../rig/gateway-rig.ts'
import { rigs } from '../rig/rigs.ts'
import { type ScriptedSupplier, scriptedSupplier } from '../rig/scripted-supplier.ts'

/*
 * An answer ends at once, and is charged behind its end. What it costs stays held until then.
 */

const stand = rigs()
let supplier: ScriptedSupplier
beforeAll(async () => {
  supplier = await scriptedSupplier()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => supplier.close())

const before = (type = 8, more: Partial<RigOptions> = {}): Promise<Rig> =>
  stand({
    channels: [channel({ type, baseUrl: supplier.url, models: ['sandbox/chat'] })],
    prices: [{ ...onePerToken, model: '*' }],
    balance: 100_000_000n,
    ...more,
  })

/** Charges that are not on disk until somebody says so. */
function slowly(rig: Rig): () => void {
  const commit = Promise.withResolvers<void>()
  rig.ledger.commits = commit.promise
  return commit.resolve
}

/** What a client has of an answer, and when that is all. */
function read(rig: Rig, asked: Asked) {
  const seen = { text: '' }
  const reading = async (): Promise<void> => {
    const { body } = await askOnly(rig, asked)
    const decoder = new TextDecoder()
    for await (const chunk of body ?? []) seen.text += decoder.decode(chunk, { stream: true })
  }
  return { seen, over: reading() }
}

/** What an answer cost once `commit` lets its charge be. */
async function charged(rig: Rig, commit: () => void, cost = 7n): Promise<void> {
  expect(rig.ledger.pending).toBe(1)
  expect(rig.ledger.balanceOf('wallet:1')).toBe(100_000_000n)
  commit()
  await until(() => rig.ledger.pending === 0)
  expect(rig.ledger.balanceOf('wallet:1')).toBe(100_000_000n - cost)
  expect(rig.ledger.ends()).toMatchObject([{ kind: 'settle', amount: cost }])
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
    'ends in %s while its charge waits',
    async (path) => {
      const rig = await before(type)
      const commit = slowly(rig)
      supplier.play({ frames })
      const { seen, over } = read(rig, { path, stream: true, more: { max_tokens: 9 } })
      await over
      expect(seen.text).toContain('so it was')
      expect(seen.text).toMatch(/\[DONE\]|message_stop/)
      await charged(rig, commit)
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
    await until(() => rig.ledger.pending === 0)
    expect(rig.ledger.ends()).toMatchObject([{ kind: 'settle', amount: 7n }])
  }
})

const message = { role: 'assistant', content: 'so it was' }
const whole = { choices: [{ index: 0, message, finish_reason: 'stop' }], usage }
const playWhole = (): void =>
  supplier.play({ frames: [JSON.stringify(whole)], contentType: 'application/json' })

it('a whole answer goes out while its charge waits', async () => {
  const rig = await before()
  const commit = slowly(rig)
  playWhole()
  const { seen, over } = read(rig, {})
  await over
  expect(JSON.parse(seen.text)).toMatchObject(whole)
  await charged(rig, commit)
})

it('and so does one that says its price', async () => {
  const rig = await before()
  const commit = slowly(rig)
  playWhole()
  const response = await askOnly(rig, { headers: { 'x-posthouse-cost': '1' } })
  expect(response.headers.get('x-posthouse-cost')).toBe('0.000014')
  expect(await response.json()).toMatchObject(whole)
  await charged(rig, commit)
})

it('a caller whose one place was taken asks again at once', async () => {
  const rig = await before(8, { limits: { concurrency: 1 } })
  const commit = slowly(rig)
  for (let call = 0; call < 3; call += 1) {
    playWhole()
    expect((await askOnly(rig, {})).status).toBe(200)
  }
  commit()
  await until(() => rig.ledger.pending === 0)
  expect(rig.ledger.balanceOf('wallet:1')).toBe(99_999_979n)
})

it('a wallet pays nothing twice: what waits to be charged is held', async () => {
  const rig = await before(8, { balance: 20n })
  const commit = slowly(rig)
  playWhole()
  expect((await askOnly(rig, { more: { max_tokens: 9 } })).status).toBe(200)
  const refused = await askOnly(rig, { more: { max_tokens: 9 } })
  expect([refused.status, (await errorOf(refused)).code]).toEqual([402, 'insufficient_quota'])
  commit()
  await until(() => rig.ledger.pending === 0)
  expect(rig.ledger.balanceOf('wallet:1')).toBe(13n)
})

it('a process that is told to stop waits for the charge', async () => {
  const rig = await before()
  const commit = slowly(rig)
  playWhole()
  await read(rig, {}).over
  let isDrained = false
  const drained = rig.gateway.drain().then(() => {
    isDrained = true
  })
  await pause()
  expect(isDrained).toBe(false)
  await charged(rig, commit)
  await drained
})

it('an answer too long to be kept ends while its charge waits', async () => {
  const rig = await before()
  const commit = slowly(rig)
  const numbers = Array.from({ length: 48 }, () => '0.25,'.repeat(100_000))
  const frames = ['{"data":[{"embedding":[', ...numbers, `1]}],"usage":${JSON.stringify(usage)}}`]
  supplier.play({ frames, contentType: 'application/json' })
  const { seen, over } = read(rig, { path: '/v1/embeddings', more: { input: 'a' } })
  await over
  expect(seen.text).toBe(frames.join(''))
  await charged(rig, commit, 3n)
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
  expect(seen.text).toContain('response.completed')
  await until(() => rig.ledger.ends().length === 1)
})

it('a stream whose dialect has no last frame is closed while its charge waits', async () => {
  const rig = await before(25)
  const commit = slowly(rig)
  supplier.play({ frames: gemini })
  const path = '/v1beta/models/sandbox/chat:streamGenerateContent?alt=sse'
  const contents = [{ role: 'user', parts: [{ text: 'hello' }] }]
  const { seen, over } = read(rig, { path, more: { contents } })
  await over
  expect(seen.text).toContain('so it was')
  await charged(rig, commit)
})

it('an end waits for no extension of its hold, and its charge does', async () => {
  const rig = await before()
  const text = 'so it was '.repeat(40)
  supplier.play({ frames: [chunk({ delta: { content: text } }), ...chat.slice(1)] })
  const extended = Promise.withResolvers<void>()
  vi.spyOn(ActiveHold.prototype, 'idle').mockReturnValue(extended.promise)
  await read(rig, { stream: true }).over
  await pause()
  expect(rig.ledger.ends()).toEqual([])
  extended.resolve()
  await until(() => rig.ledger.ends().length === 1)
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
  await until(() => rig.ledger.pending === 0)
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
  await until(() => rig.ledger.pending === 0)
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
  await until(() => rig.ledger.pending === 0)
  expect(rig.ledger.ends()).toMatchObject([{ usage: { outcome: 'complete-counted' } }])
})
