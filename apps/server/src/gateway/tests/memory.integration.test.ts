import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { bytesHeld } from '@posthouse/testkit/memory'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { untakenMs } from '../../http/paced-response.ts'
import {
  ask,
  channel,
  errorOf,
  gatewayRig,
  otherKey,
  listening,
  type Rig,
  type RigOptions,
  testKey,
  until,
} from './rig/gateway-rig.ts'
import { type ScriptedSupplier, scriptedSupplier } from './rig/scripted-supplier.ts'

const mebibyte = 1024 * 1024
const picture = Buffer.alloc(mebibyte, 1)

let rig: Rig | null = null
const start = async (options: Partial<RigOptions> = {}): Promise<Rig> => {
  rig = await gatewayRig({ channels: [channel()], ...options })
  return rig
}
afterEach(async () => {
  vi.useRealTimers()
  expect(rig?.errors).toEqual([])
  expect(rig?.ledger.pending).toBe(0)
  await until(() => rig?.parts.memory.held() === 0)
  await rig?.close()
  rig = null
})

const pictures = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
})
let port = 0
/** As a Gemini it fetches nothing by itself. */
let supplier: ScriptedSupplier
beforeAll(async () => {
  port = (await listening(pictures)).port
  supplier = await scriptedSupplier()
})
afterAll(async () => {
  pictures.closeAllConnections()
  pictures.close()
  await supplier.close()
})

const answer = {
  candidates: [{ content: { parts: [{ text: 'seen' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1, totalTokenCount: 10 },
}

const askWithPictures = (own: Rig, count: number, addresses = count) =>
  ask(own, {
    more: {
      messages: [
        {
          role: 'user',
          content: Array.from({ length: count }, (_, number) => ({
            type: 'image_url',
            image_url: { url: `http://localhost:${port}/${number % addresses}.png` },
          })),
        },
      ],
    },
  })

describe('what requests hold', () => {
  it('is bounded for one: what stands at its addresses counts', async () => {
    const settings = { RequestMemoryLimit: 4 * mebibyte, FetchAllowedHosts: 'localhost' }
    supplier.play({ frames: [JSON.stringify(answer)], contentType: 'application/json' })
    const channels = [channel({ type: 25, baseUrl: supplier.url })]
    const own = await start({ settings, channels })
    const response = await askWithPictures(own, 20)
    expect([response.status, (await errorOf(response)).code]).toEqual([413, 'request_too_large'])
    await until(() => own.ledger.ends().length === 1)
    expect(own.ledger.ends()).toMatchObject([{ kind: 'void' }])
    expect((await askWithPictures(own, 2)).status).toBe(200)
    await until(() => own.ledger.ends().length === 2)
  })

  it('is bounded for one: an address counts wherever it stands', async () => {
    const settings = { RequestMemoryLimit: 4 * mebibyte, FetchAllowedHosts: 'localhost' }
    supplier.play({ frames: [JSON.stringify(answer)], contentType: 'application/json' })
    const channels = [channel({ type: 25, baseUrl: supplier.url })]
    const own = await start({ settings, channels })
    expect((await askWithPictures(own, 20, 1)).status).toBe(413)
    expect((await askWithPictures(own, 2, 1)).status).toBe(200)
    await until(() => own.ledger.ends().length === 2)
    expect(own.ledger.ends().map(({ kind }) => kind)).toEqual(['void', 'settle'])
  })

  it('is what one candidate needs: pictures are given back with the attempt that fetched them', async () => {
    const settings = { RequestMemoryLimit: 4 * mebibyte, FetchAllowedHosts: 'localhost' }
    const broken = channel({ id: 2n, type: 25, baseUrl: `http://127.0.0.1:${port}`, priority: 9 })
    supplier.play({ frames: [JSON.stringify(answer)], contentType: 'application/json' })
    const own = await start({
      settings,
      channels: [broken, channel({ type: 25, baseUrl: supplier.url })],
    })
    expect((await askWithPictures(own, 2)).status).toBe(200)
    await until(() => own.ledger.ends().length === 1)
    expect(own.attempts).toHaveLength(2)
  })

  it('is bounded for all: who comes when it is full is told to come back', async () => {
    const own = await start({ settings: { ProcessMemoryLimit: 4 * mebibyte } })
    const asked = { text: 'w'.repeat(0.5 * mebibyte) }
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const response = await ask(own, asked)
        const code = response.ok ? '' : (await errorOf(response.clone())).code
        await response.text()
        return { status: response.status, code, wait: response.headers.get('retry-after') }
      }),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(answers.length - refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      expect(answer).toEqual({ status: 503, code: 'server_memory', wait: '5' })
    }
    await until(() => own.parts.memory.held() === 0)
    expect((await ask(own, asked)).status).toBe(200)
    await until(() => own.ledger.ends().length === answers.length - refused.length + 1)
  })

  it('leaves room for small ones when others keep large ones waiting', async () => {
    const own = await start({ settings: { ProcessMemoryLimit: 8 * mebibyte } })
    const sent = 2 * mebibyte - 12
    const uploads = [testKey, otherKey].flatMap((key) =>
      Array.from({ length: 2 }, () => {
        const headers = { authorization: `Bearer ${key}`, 'content-length': 2 * mebibyte }
        const upload = request(`${own.url}/v1/chat/completions`, { method: 'POST', headers })
        upload.on('error', () => {}).on('response', (response) => response.resume())
        upload.write(Buffer.alloc(sent, 32))
        return upload
      }),
    )
    await until(() => own.parts.memory.held() === (4 - own.refused.length) * sent)
    expect((await ask(own)).status).toBe(200)
    for (const upload of uploads) upload.destroy()
    await until(() => own.ledger.ends().length === 1)
  })

  /** Requests whose clients read nothing of the answer. */
  const askUnread = (own: Rig, count: number, more: object = {}) =>
    Array.from({ length: count }, () => {
      const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }
      const asked = request(`${own.url}/v1/chat/completions`, { method: 'POST', headers })
      const told = Promise.withResolvers<number>()
      asked.on('error', () => {}).on('response', ({ statusCode = 0 }) => told.resolve(statusCode))
      asked.end(
        JSON.stringify({
          model: 'sandbox/chat',
          messages: [{ role: 'user', content: 'a' }],
          ...more,
        }),
      )
      return { status: told.promise, leave: () => asked.destroy() }
    })
  const answerOf = (letters: number): string =>
    JSON.stringify({
      choices: [{ index: 0, message: { content: 'a'.repeat(letters) }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    })

  it('is bounded for answers that nobody reads, and who gets none pays nothing', async () => {
    const own = await start({
      channels: [channel({ type: 8, baseUrl: supplier.url })],
      // Else all that was said is charged, and the wallet is empty.
      facts: [{ models: ['*'], output: 32_768 }],
      settings: { ProcessMemoryLimit: 96 * mebibyte, RequestMemoryLimit: mebibyte },
    })
    supplier.play({ frames: [answerOf(16 * mebibyte)], contentType: 'application/json' })
    const asked = askUnread(own, 6)
    const statuses = await Promise.all(asked.map(({ status }) => status))
    const answered = statuses.filter((status) => status === 200).length
    expect(statuses.filter((status) => status === 503)).toHaveLength(6 - answered)
    expect([1, 2]).toContain(answered)
    await until(() => own.ledger.ends().length === 6)
    const free = own.ledger.ends().filter((end) => end.kind === 'settle' && end.amount === 0n)
    expect(free).toHaveLength(6 - answered)
    expect(own.attempts).toHaveLength(6 - answered)
    expect(own.parts.memory.held()).toBeGreaterThan(answered * 16 * mebibyte)
    supplier.play({ frames: [answerOf(9)], contentType: 'application/json' })
    expect((await ask(own)).status).toBe(200)
    await until(() => own.ledger.ends().length === 7)
    for (const { leave } of asked) leave()
  })

  it('counts short answers that nobody reads, however many wait on one connection', async () => {
    const own = await start({ channels: [channel({ type: 8, baseUrl: supplier.url })] })
    const [letters, count] = [200_000, 60]
    supplier.play({ frames: [answerOf(letters)], contentType: 'application/json' })
    const body = JSON.stringify({
      model: 'sandbox/chat',
      messages: [{ role: 'user', content: 'a' }],
    })
    const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${testKey}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1').pause()
    socket.on('error', () => {}).write(`${head}${body}`.repeat(count))
    // Some of it the sockets take.
    await until(() => own.ledger.ends().length === count && own.gateway.openStreams() === 0)
    expect(own.parts.memory.held()).toBeGreaterThan((count * letters) / 4)
    socket.destroy()
  })

  /** An event with a word and bytes that are no text. */
  const largeFrame = (bytes: number): string => {
    const delta = { content: 'a', picture: 'a'.repeat(bytes) }
    return `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`
  }
  const beginning = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'so' } }] })}\n\n`

  it('is bounded for streams that nobody reads, and what reached nobody costs nothing', async () => {
    const own = await start({
      channels: [channel({ type: 8, baseUrl: supplier.url })],
      settings: { ProcessMemoryLimit: 96 * mebibyte, RequestMemoryLimit: mebibyte },
    })
    supplier.play({ frames: [largeFrame(12 * mebibyte), 'data: [DONE]\n\n'] })
    const asked = askUnread(own, 12, { stream: true })
    const statuses = await Promise.all(asked.map(({ status }) => status))
    const answered = statuses.filter((status) => status === 200).length
    expect(statuses.filter((status) => status === 503)).toHaveLength(12 - answered)
    expect([2, 3, 4]).toContain(answered)
    expect(own.attempts).toHaveLength(12 - answered)
    expect(own.parts.memory.held()).toBeGreaterThan(answered * 12 * mebibyte)
    expect(own.parts.memory.held()).toBeLessThan(96 * mebibyte)
    const free = own.ledger.ends().filter((end) => end.kind === 'settle' && end.amount === 0n)
    expect(free).toHaveLength(12 - answered)
    supplier.play({ frames: [beginning, 'data: [DONE]\n\n'] })
    expect(await (await ask(own, { stream: true })).text()).toContain('"so"')
    for (const { leave } of asked) leave()
    await until(() => own.ledger.ends().length === 13)
  })

  it('is bounded for a frame whose end does not come: its stream ends with an error, and what was given is charged', async () => {
    const own = await start({
      channels: [channel({ type: 8, baseUrl: supplier.url })],
      settings: { ProcessMemoryLimit: 4 * mebibyte },
    })
    supplier.play({ frames: [beginning, largeFrame(12 * mebibyte).trimEnd()], holds: true })
    const told = await (await ask(own, { stream: true })).text()
    expect(told).toContain('"so"')
    expect(told).toContain('server_memory')
    await until(() => own.ledger.ends().length === 1)
    const [end] = own.ledger.ends()
    expect(end?.kind === 'settle' && end.amount > 0n).toBe(true)
  })

  it('is what the client has not taken of a stream: what is taken is given back', async () => {
    const own = await start({ channels: [channel({ type: 8, baseUrl: supplier.url })] })
    supplier.play({ frames: [largeFrame(12 * mebibyte), beginning], holds: true })
    const response = await ask(own, { stream: true })
    await until(() => own.parts.memory.held() > 12 * mebibyte)
    const reader = response.body?.getReader()
    for (let read = 0; read < 12 * mebibyte;) {
      const { value } = (await reader?.read()) ?? {}
      read += value?.length ?? 0
    }
    await until(() => own.parts.memory.held() < 64 * 1024)
    await reader?.cancel()
    await until(() => own.ledger.ends().length === 1)
  })

  it('is the text that is kept to be counted, and nothing of the frames around it', async () => {
    const own = await start({ channels: [channel({ type: 8, baseUrl: supplier.url })] })
    const frames = Array.from({ length: 1_000 }, (_, number) => {
      const delta = { content: `${number} `.repeat(60), padding: 'a'.repeat(20 * 1024) }
      return `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`
    })
    supplier.play({ frames: [...frames, beginning], holds: true })
    const before = await bytesHeld()
    const response = await ask(own, { stream: true })
    const reader = response.body?.getReader()
    for (let tail = ''; !tail.includes('"so"');) {
      const { value } = (await reader?.read()) ?? {}
      tail = Buffer.from(value ?? '"so"')
        .subarray(-256)
        .toString('latin1')
    }
    await until(() => own.parts.memory.held() > 200_000)
    expect((await bytesHeld()) - before).toBeLessThan(8 * mebibyte)
    await reader?.cancel()
    await until(() => own.ledger.ends().length === 1)
  })

  it('is what the end of a stream will repeat', async () => {
    const own = await start({ channels: [channel({ type: 8, baseUrl: supplier.url })] })
    const url = `data:image/png;base64,${'A'.repeat(4 * mebibyte)}`
    const delta = { images: [{ type: 'image_url', image_url: { url } }] }
    const frame = `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`
    supplier.play({ frames: [frame, frame, frame, beginning], holds: true })
    const response = await ask(own, { stream: true, path: '/v1/responses', more: { input: 'hi' } })
    const reader = response.body?.getReader()
    for (let tail = ''; !tail.includes('"so"');) {
      const { value } = (await reader?.read()) ?? {}
      tail = Buffer.from(value ?? '"so"').toString('latin1')
    }
    await until(() => own.parts.memory.held() > 12 * mebibyte)
    await reader?.cancel()
    await until(() => own.ledger.ends().length === 1)
  })

  it('is given back after two minutes in which nothing of an answer was taken', async () => {
    const own = await start({ channels: [channel({ type: 8, baseUrl: supplier.url })] })
    supplier.play({ frames: [answerOf(16 * mebibyte)], contentType: 'application/json' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const [asked] = askUnread(own, 1)
    expect(await asked?.status).toBe(200)
    await turnsUntil(() => own.ledger.ends().length === 1)
    expect(own.parts.memory.held()).toBeGreaterThan(16 * mebibyte)
    vi.advanceTimersByTime(untakenMs)
    await turnsUntil(() => own.parts.memory.held() === 0)
    expect(own.ledger.ends()).toMatchObject([{ kind: 'settle' }])
    asked?.leave()
  })

  it('is told by request, those that hold the most first', async () => {
    const delta = { choices: [{ index: 0, delta: { content: 'so' } }] }
    supplier.play({ frames: [`data: ${JSON.stringify(delta)}\n\n`], holds: true })
    const own = await start({ channels: [channel({ type: 8, baseUrl: supplier.url })] })
    const running = []
    for (const text of ['a', 'b'.repeat(mebibyte)]) {
      running.push(await ask(own, { stream: true, text }))
    }
    const ids = running.map((response) => response.headers.get('x-request-id'))
    expect(own.gateway.largest()).toEqual(ids.toReversed())
    for (const response of running) await response.body?.cancel()
    await until(() => own.ledger.ends().length === 2)
  })

  it('is given back when the load is gone', async () => {
    const own = await start()
    const load = async (): Promise<void> => {
      for (let round = 0; round < 2; round += 1) {
        const text = `${round} `.repeat(mebibyte)
        await Promise.all(
          Array.from({ length: 5 }, async () => (await ask(own, { text })).arrayBuffer()),
        )
      }
      await until(() => own.parts.memory.held() === 0)
    }
    await load()
    const before = await bytesHeld()
    await load()
    // Ten bodies of two mebibytes each went through.
    expect((await bytesHeld()) - before).toBeLessThan(8 * mebibyte)
  })
})

/** Without a timer. */
async function turnsUntil(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((resolve) => setImmediate(resolve))
}
