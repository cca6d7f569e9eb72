import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { Worker } from 'node:worker_threads'
import { clientOf, dialects as llmDialects } from '@posthouse/llm/dialects'
import type { ModelRequest } from '@posthouse/llm/canonical/request'
import { noUsage } from '@posthouse/llm/canonical/usage'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { plainChannel } from '../domain/channels/testing/plain-channel.ts'
import { FetchRefused } from '../upstream/transport/guarded-fetch.ts'
import type { Outgoing, Target } from '../upstream/outgoing.ts'
import { lookedAt, type Tell, translate } from './answer/answers.ts'
import { pieceIn } from './answer/pieces.ts'
import { createBodyWorkers } from './body-workers.ts'
import { type Helpers, prepare } from './request/prepare.ts'
import { createWorkerPool } from './threads/worker-pool.ts'

const workers = createBodyWorkers()
afterAll(() => workers.close())

const long = 'a line of a prompt\n'.repeat(20_000)

const bodies: Readonly<Record<DialectName, object>> = {
  'openai-chat': {
    model: 'm',
    messages: [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: long },
    ],
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
    seed: 7,
  },
  'anthropic-messages': { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: long }] },
  'openai-responses': { model: 'm', input: long, metadata: { a: 'b' } },
  gemini: { contents: [{ role: 'user', parts: [{ text: long }] }] },
}
const dialects = Object.keys(bodies) as DialectName[]

function readOf(
  dialect: DialectName,
  body: object,
  operation: 'chat' | 'compact' = 'chat',
): ModelRequest {
  const read = clientOf({ operation, dialect }).asServer.request(body, {
    model: 'm',
    stream: false,
  })
  if (!read.ok) throw new Error(read.field)
  return read.value
}

const outgoing = (dialect: DialectName, body: object = bodies[dialect]): Outgoing => ({
  operation: 'chat',
  single: false,
  dialect,
  body: Buffer.from(JSON.stringify(body)),
  model: 'm',
  stream: false,
  eventsAsked: false,
  files: [],
  usageAsked: false,
  outputLimit: null,
  outputLimitFields: [],
  hasLimitAlias: false,
  outputCap: null,
  expanded: false,
  keptThere: false,
  clientHeaders: {},
  privateAllowed: false,
  timeouts: { headersMs: 1_000, idleMs: 1_000 },
})

const target = (dialect: DialectName): Target => ({
  channel: { ...plainChannel, type: 900, plugin: { dialects: [dialect] } },
  key: { id: 1n, secret: 'k', enabled: true },
  forwarded: 'there',
})

const helpers: Helpers = {
  fetch: async () => ({ mediaType: 'image/png', bytes: Buffer.from('picture') }),
  keptReasoning: async (ids) => ids.map(() => null),
}

describe('a large body', () => {
  it.each(dialects.flatMap((from) => dialects.map((to) => [from, to] as const)))(
    'of %s is written for %s off the loop as it is on it',
    async (from, to) => {
      const toPrepare = { target: target(to), outgoing: outgoing(from) }
      const [here, there] = [
        await prepare(toPrepare, helpers),
        await workers.prepare(toPrepare, helpers, null),
      ]
      expect(there.prepared).toEqual(here.prepared)
      const { asked } = here
      const { remembered } = llmDialects[from].asServer
      const value = asked?.ok === true ? remembered(asked.value) : null
      expect(there.asked).toEqual(value === null ? null : { ok: true, value })
      expect(JSON.stringify(there.asked).length).toBeLessThan(2_000)
    },
  )

  const withPicture = {
    model: 'm',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: long },
          { type: 'image_url', image_url: { url: 'https://example.invalid/a.png' } },
        ],
      },
    ],
  }
  const prepareWith = (fetch: Helpers['fetch']) =>
    workers.prepare(
      {
        target: {
          ...target('gemini'),
          channel: { ...plainChannel, type: 25, plugin: { dialects: ['gemini'] } },
        },
        outgoing: outgoing('openai-chat', withPicture),
      },
      { ...helpers, fetch },
      null,
    )

  it('gets from the loop what stands at an address', async () => {
    const asked: string[] = []
    const { prepared } = await prepareWith(async (url) => {
      asked.push(url)
      return { mediaType: 'image/png', bytes: Buffer.from('picture') }
    })
    expect(asked).toEqual(['https://example.invalid/a.png'])
    const text = 'body' in prepared ? prepared.body.toString() : ''
    expect(text).toContain(Buffer.from('picture').toString('base64'))
  })

  it('is the caller’s fault when the address is refused', async () => {
    const { prepared } = await prepareWith(() =>
      Promise.reject(new FetchRefused(phrase('it redirects too often'))),
    )
    expect(prepared).toMatchObject({ failure: { verdict: 'callers-fault' } })
  })

  it('is refused when there is no room for what comes', async () => {
    const full = new Refusal('server.memory', {})
    await expect(prepareWith(() => Promise.reject(full))).rejects.toBe(full)
  })

  it('does not delay another', async () => {
    const order: string[] = []
    const read = async (name: string, body: object): Promise<void> => {
      const reading = await workers.read('openai-chat', Buffer.from(JSON.stringify(body)))
      expect(reading.ok).toBe(true)
      order.push(name)
    }
    const messages = [{ role: 'user', content: long.repeat(60) }]
    await Promise.all([
      read('huge', { model: 'm', messages }),
      read('large', { model: 'm', messages: [{ role: 'user', content: long }] }),
    ])
    expect(order).toEqual(['large', 'huge'])
  })
})

describe('a large answer', () => {
  const answer = {
    id: 'a',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: long }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  }
  const body = Buffer.from(JSON.stringify(answer))
  const shortly = [{ index: 0, message: { role: 'assistant', content: 'so' } }]

  it.each([true, false])('is looked at off the loop as it is on it: seen %s', async (isSeen) => {
    const look = { from: 'openai-chat', isSeen } as const
    expect(await workers.look(look, body)).toEqual(lookedAt(look, body))
    const broken = Buffer.from(`${' '.repeat(300_000)}[`)
    expect(await workers.look(look, broken)).toEqual({ kind: 'no-json' })
  })

  const toTranslate = (dialect: DialectName) => ({
    from: 'openai-chat' as const,
    way: { operation: 'chat', dialect } as const,
    hearing: { request: readOf(dialect, bodies[dialect]), now: 1, name: null, ownName: 'own' },
    asked: Buffer.from(JSON.stringify(bodies[dialect])),
    isSeen: true,
  })
  const here = { asked: null }

  it.each(dialects)('is written off the loop as it is on it: for %s', async (dialect) => {
    const tell = vi.fn<Tell>(async () => ({ kind: 'usage', usage: { ...noUsage, input: 7 } }))
    const there = await workers.translate(toTranslate(dialect), body, tell)
    expect(there).toEqual(await translate({ ...toTranslate(dialect), ...here }, body, tell))
    const [[first], [second]] = tell.mock.calls as [[unknown], [unknown]]
    expect(first).toEqual(second)
  })

  const wide = {
    ...bodies['openai-responses'],
    instructions: long,
    tools: [{ type: 'function', name: 'f', description: long, parameters: { type: 'object' } }],
  }

  it.each(['chat', 'compact'] as const)(
    'repeats all of a large request, of which the loop has little: %s',
    async (operation) => {
      const way = { operation, dialect: 'openai-responses' } as const
      const client = clientOf(way).asServer
      const request = readOf('openai-responses', wide, operation)
      const said = Buffer.from(JSON.stringify({ ...answer, choices: shortly }))
      const given = { ...toTranslate('openai-responses'), way }
      const asked = Buffer.from(JSON.stringify(wide))
      const little = client.remembered({ ...request, rest: { store: false } })
      const tell: Tell = async () => null
      const [whole, there] = [
        { ...request, rest: { ...request.rest, store: false } },
        await workers.translate(
          { ...given, asked, hearing: { ...given.hearing, request: little } },
          said,
          tell,
        ),
      ]
      const hearing = { ...given.hearing, request: whole }
      expect(there).toEqual(await translate({ ...given, ...here, hearing }, said, tell))
      const text = 'body' in there ? there.body.toString() : ''
      expect(text).toContain(JSON.stringify(long))
    },
  )

  it('is copied for a thread over several turns, wherever its bytes stand', async () => {
    const posted = vi.spyOn(Worker.prototype, 'postMessage')
    const turn = { responseId: 'resp_1', background: false, input: body, own: body }
    const toKeep = { answer: { kind: 'whole', body }, turn, isThere: false } as const
    await workers.compute('storableResponse', { ...toKeep, inConversation: false }, body.length)
    const [[, moved] = []] = posted.mock.calls
    // The three are one.
    expect(Array.isArray(moved) && moved.length).toBe(1)
    expect(body.length).toBeGreaterThan(300_000)
    posted.mockRestore()
  })

  it('fails with what its report meets', async () => {
    const tell: Tell = () => Promise.reject(new Error('a count met a bug'))
    const there = workers.translate(toTranslate('gemini'), body, tell)
    await expect(there).rejects.toThrow('a count met a bug')
  })

  it('says of a long text how long it is, and keeps what is counted', async () => {
    const texts = Array.from({ length: 40 }, () => ({ type: 'text', text: 'a'.repeat(65_536) }))
    const said = Buffer.from(JSON.stringify({ type: 'message', content: texts }))
    const found = await workers.look({ from: 'anthropic-messages', isSeen: false }, said)
    const kept = 'a'.repeat(8 * 65_536)
    expect(found).toMatchObject({ said: { kept, bytes: 40 * 65_536 }, seen: [] })
  })

  it.each([
    ['openai-chat', 'openai-chat', false],
    ['openai-chat', 'gemini', false],
    ['gemini', 'openai-chat', true],
  ] as const)(
    'of vectors of %s is turned for %s off the loop as it is on it',
    async (from, to, packed) => {
      const vector = Array.from({ length: 40_000 }, (_, at) => at / 7)
      const vectors =
        from === 'gemini'
          ? { embeddings: [{ values: vector }] }
          : { data: [{ object: 'embedding', index: 0, embedding: vector }], usage: {} }
      const bytes = Buffer.from(JSON.stringify(vectors))
      const way = {
        operation: 'embed',
        from,
        to,
        asked: { model: 'm', single: false, packed },
      } as const
      const counted: Tell = async () => ({
        kind: 'usage',
        usage: { ...noUsage, input: 3 },
        counted: true,
      })
      const here = await pieceIn(way, bytes, counted)
      expect(here.kind).toBe('piece')
      const there = await workers.piece(way, bytes, counted)
      const bytesOf = (found: typeof here) =>
        found.kind === 'piece' && found.body !== null ? Buffer.from(found.body).toString() : null
      expect(bytesOf(there)).toEqual(bytesOf(here))
      expect(bytesOf(there)?.includes('counted')).toBe(to === 'openai-chat')
    },
  )
})

describe('threads', () => {
  const pool = createWorkerPool()
  afterEach(() => {
    vi.useRealTimers()
  })
  afterAll(() => pool.close())

  const read = (content: string) =>
    pool.run(
      {
        kind: 'read',
        as: 'openai-chat',
        body: Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] })),
      },
      content.length,
      helpers,
    )

  it('are two at most, and end when nobody needs them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await Promise.all([read('a'), read('b'), read('c')])
    expect(pool.threads()).toBe(2)
    vi.advanceTimersByTime(4_999)
    expect(pool.threads()).toBe(2)
    vi.advanceTimersByTime(1)
    expect(pool.threads()).toBe(0)
    expect(await read('d')).toMatchObject({ ok: true })
    expect(pool.threads()).toBe(1)
  })

  it('tell of a bug, and go on', async () => {
    const broken = { kind: 'prepare', target: null, outgoing: { body: Buffer.from('x') } } as never
    await expect(pool.run(broken, 1, helpers)).rejects.toThrow('met a bug')
    expect(await read('after')).toMatchObject({ ok: true })
  })

  it('tell what is refused as it is', async () => {
    const body = Buffer.from('{"items":1}')
    const input = { body, wanted: ['items'] } as const
    const refused = pool.run({ kind: 'compute', name: 'conversationAsked', input }, 1)
    await expect(refused).rejects.toBeInstanceOf(Refusal)
    await expect(refused).rejects.toMatchObject({ code: 'model.field', params: { field: 'items' } })
  })
})

describe('a thread that says nothing', () => {
  const pool = createWorkerPool(new URL('../gateway/tests/rig/stuck-thread.ts', import.meta.url))
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  afterAll(() => pool.close())

  const work = (text: string, own = helpers) =>
    pool.run({ kind: 'look', from: 'gemini', isSeen: false, body: Buffer.from(text) }, 1, own)

  it('is ended after a minute, with all that it had to do', async () => {
    expect(await work('answers')).toBe('answered')
    const [stuck, behind] = [work('is stuck'), work('is stuck')]
    const third = work('answers')
    const ended = [stuck, behind, third].map((each) =>
      expect(each).rejects.toThrow('did not end its work'),
    )
    await turnOfTheLoop()
    vi.advanceTimersByTime(59_999)
    await turnOfTheLoop()
    expect(pool.threads()).toBe(2)
    vi.advanceTimersByTime(1)
    await Promise.all(ended)
    expect(pool.threads()).toBe(0)
    expect(await work('answers')).toBe('answered')
  })

  it('does not answer for the time that the loop takes', async () => {
    const fetched = Promise.withResolvers<Awaited<ReturnType<Helpers['fetch']>>>()
    const called = Promise.withResolvers<void>()
    const job = work('asks', {
      ...helpers,
      fetch: () => {
        called.resolve()
        return fetched.promise
      },
    })
    await called.promise
    vi.advanceTimersByTime(600_000)
    await turnOfTheLoop()
    fetched.resolve({ mediaType: 'image/png', bytes: Buffer.from('picture') })
    expect(await job).toBe('answered')
  })
})

const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
