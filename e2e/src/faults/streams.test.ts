import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { eventually } from '@posthouse/testkit/books'
import {
  chatAnswer,
  chatFrames,
  doneFrame,
  roleFrame,
  stopFrame,
  textFrame,
  usageFrame,
  usageOf,
} from '@posthouse/testkit/chat-frames'
import type { MockCall } from '@posthouse/testkit/mock-upstream'
import { readStream, seenIn, type SeenStream } from '@posthouse/testkit/read-stream'
import {
  chatOf,
  countedInput,
  countedText,
  openStand,
  priceOf,
  type Stand,
} from '@posthouse/testkit/stand'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

let stand: Stand
let models = 0

beforeAll(async () => {
  stand = await openStand()
})
afterEach(async () => {
  expect(await stand.books.differences()).toEqual([])
})
afterAll(() => stand[Symbol.asyncDispose]())

function newModel(): string {
  models += 1
  return `mock/s${models}`
}

/** Of which it is known that it can say as much as a test lets it say. */
async function newTalker(): Promise<string> {
  const model = newModel()
  await stand.root.client.setOption({
    body: { key: 'ModelFacts', value: JSON.stringify([{ models: [model], output: 10_000_000 }]) },
  })
  return model
}

const firstCall = (model: string): Promise<MockCall> =>
  eventually('a call of the upstream', () => stand.upstream.of(model)[0] ?? null)

/** Reads until the texts that came add up to what is waited for. */
async function readUntil(
  response: Response,
  enough: (seen: SeenStream) => boolean,
): Promise<SeenStream> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  const facts = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? '',
    broken: false,
  }
  let raw = ''
  for (;;) {
    const piece = await reader?.read()
    if (piece?.value !== undefined) raw += decoder.decode(piece.value, { stream: true })
    const seen = seenIn(raw, facts)
    if (enough(seen)) {
      reader?.releaseLock()
      return seen
    }
    if (piece === undefined || piece.done) throw new Error(`the stream ended: ${raw}`)
  }
}

describe('a client that hangs up', () => {
  test('in the middle of a stream stops the upstream and pays for what was written', async () => {
    const model = newModel()
    const customer = await stand.customer()
    stand.upstream.on(model, async (call) => {
      call.stream()
      await call.write(roleFrame + textFrame('Rain in the ') + textFrame('mountains'))
    })
    const gone = new AbortController()
    const content = 'Tell me'
    const response = await stand.ask(customer, chatOf(model, content, { stream: true }), {
      signal: gone.signal,
    })
    const seen = await readUntil(response, (soFar) => soFar.text === 'Rain in the mountains')
    gone.abort()
    const call = await firstCall(model)
    expect(await call.closed).toBe('cut')
    expect(call.abandoned).toBe(true)
    const price = priceOf(countedInput(content), countedText(seen.text))
    expect(await stand.books.charge(seen.requestId)).toMatchObject({
      outcome: 'client-left',
      usageSource: 'counted',
      status: 499,
      quota: price,
    })
    expect(await stand.books.resolution(seen.requestId)).toBe('settled')
    expect(await stand.books.balance(customer.id)).toBe(1_000_000_000 - price)
    expect(stand.upstream.of(model)).toHaveLength(1)
  })

  test('after the usage came pays what was reported', async () => {
    const model = newModel()
    const customer = await stand.customer()
    stand.upstream.on(model, async (call) => {
      call.stream()
      await call.write(roleFrame + textFrame('Rain') + stopFrame + usageFrame(usageOf(21, 9)))
    })
    const gone = new AbortController()
    const response = await stand.ask(
      customer,
      chatOf(model, 'hi', { stream: true, stream_options: { include_usage: true } }),
      { signal: gone.signal },
    )
    const seen = await readUntil(response, ({ usage }) => usage !== null)
    gone.abort()
    expect(await (await firstCall(model)).closed).toBe('cut')
    expect(await stand.books.charge(seen.requestId)).toMatchObject({
      outcome: 'client-left',
      usageSource: 'reported',
      quota: priceOf(21, 9),
    })
  })

  test.each([true, false])(
    'before the first byte stops the upstream and pays for its input (stream: %s)',
    async (stream) => {
      const model = newModel()
      const customer = await stand.customer()
      stand.upstream.on(model, () => {})
      const gone = new AbortController()
      const asked = stand.ask(customer, chatOf(model, 'Tell me', { stream }), {
        signal: gone.signal,
      })
      const call = await firstCall(model)
      gone.abort()
      await expect(asked).rejects.toThrow()
      expect(await call.closed).toBe('cut')
      const price = priceOf(countedInput('Tell me'), 0)
      await eventually('the charge', async () =>
        (await stand.books.charged(customer.id)) === price ? true : null,
      )
      expect(await stand.books.balance(customer.id)).toBe(1_000_000_000 - price)
      expect(stand.upstream.of(model)).toHaveLength(1)
    },
  )

  test('while one channel fails is not asked for at the next', async () => {
    const model = newModel()
    const customer = await stand.customer()
    const gone = new AbortController()
    stand.upstream.on(model, async (call) => {
      gone.abort()
      await delay(100)
      call.json(500, { error: { message: 'too late' } })
    })
    await expect(
      stand.ask(customer, chatOf(model, 'hello'), { signal: gone.signal }),
    ).rejects.toThrow()
    await (
      await firstCall(model)
    ).closed
    await stand.books.differences()
    expect(stand.upstream.of(model).map(({ channel }) => channel)).toEqual(['first'])
  })
})

describe('a wallet that runs dry in the middle of a stream', () => {
  const content = 'Write a lot'
  const sliceTokens = 64

  test('ends the stream with insufficient_quota and is charged what was delivered', async () => {
    await stand.set('HoldSliceTokens', sliceTokens)
    const model = newModel()
    // One slice and a bit of the next.
    const balance = priceOf(countedInput(content), sliceTokens + 20)
    const customer = await stand.customer({ balance })
    stand.upstream.on(model, async (call) => {
      call.stream()
      await call.write(roleFrame)
      while (await call.write(textFrame('rain '))) await delay(1)
    })
    const response = await stand.ask(customer, chatOf(model, content, { stream: true }))
    const seen = await readStream(response)
    await stand.set('HoldSliceTokens', 8_192)
    expect(seen.status).toBe(200)
    expect(seen.error).toMatchObject({ type: 'insufficient_quota', code: 'insufficient_quota' })
    expect(seen.done).toBe(false)
    const call = await firstCall(model)
    expect(await call.closed).toBe('cut')
    const charge = await stand.books.charge(seen.requestId)
    expect(charge).toMatchObject({
      outcome: 'quota-ran-out',
      usageSource: 'counted',
      outputTokens: countedText(seen.text),
    })
    expect(charge.paid + charge.writtenOff).toBe(charge.quota)
    expect(charge.quota).toBe(priceOf(countedInput(content), countedText(seen.text)))
    const left = await stand.books.balance(customer.id)
    expect(left).toBe(balance - charge.paid)
    expect(left).toBeGreaterThanOrEqual(0)
    // More than the first slice, and no more than what the wallet pays and one slice.
    expect(countedText(seen.text)).toBeGreaterThan(sliceTokens)
    expect(countedText(seen.text)).toBeLessThan(3 * sliceTokens)
    expect(stand.upstream.of(model)).toHaveLength(1)
  })

  test('a stream that is longer than its slice goes on while the wallet pays', async () => {
    await stand.set('HoldSliceTokens', sliceTokens)
    const model = newModel()
    const customer = await stand.customer({ balance: 100_000 })
    const words = Array.from({ length: 600 }, (_, at) => `word${at} `)
    stand.upstream.on(model, async (call) => {
      call.stream()
      for (const piece of chatFrames(words, usageOf(5, 1_200))) await call.write(piece)
      call.end()
    })
    const response = await stand.ask(customer, chatOf(model, content, { stream: true }))
    const seen = await readStream(response)
    await stand.set('HoldSliceTokens', 8_192)
    expect(seen).toMatchObject({ text: words.join(''), done: true, error: null })
    const charge = await stand.books.charge(seen.requestId)
    expect(charge).toMatchObject({ outcome: 'complete', quota: priceOf(5, 1_200) })
    expect(charge.held).toBeLessThan(charge.quota)
  })

  test('an answer in one piece is asked for no longer than the wallet affords', async () => {
    const model = newModel()
    const customer = await stand.customer({ balance: 2_000 })
    stand.upstream.on(model, (call) => call.json(200, chatAnswer('Rain', usageOf(5, 5))))
    const asked = chatOf(model, content, { max_tokens: 100_000 })
    expect((await stand.ask(customer, asked)).status).toBe(200)
    const sent = Number((await firstCall(model)).body['max_tokens'])
    expect(priceOf(countedInput(content), sent)).toBeLessThanOrEqual(2_000)
    expect(priceOf(countedInput(content), sent + 1)).toBeGreaterThan(2_000)
  })
})

describe('a client that does not read', () => {
  const pieceBytes = 64 * 1024
  const answerBytes = 200 * 1024 * 1024
  // What the sockets of both hops take before the sender has to wait.
  const acceptedMost = 40 * 1024 * 1024
  const memoryMost = 16 * 1024 * 1024

  test('pauses the upstream and adds little memory', async () => {
    const model = await newTalker()
    const customer = await stand.customer({ balance: 2_000_000_000 })
    const piece = textFrame('rain '.repeat(pieceBytes / 5))
    stand.upstream.on(model, async (call) => {
      call.stream()
      while (call.bytesAccepted < answerBytes && (await call.write(piece)));
      call.end()
    })
    const before = memoryNow()
    const socket = await askBySocket(customer.key, chatOf(model, 'go on', { stream: true }))
    const call = await firstCall(model)
    await quiet(() => call.bytesAccepted)
    const added = memoryNow() - before
    expect(call.bytesAccepted).toBeGreaterThan(0)
    expect(call.bytesAccepted).toBeLessThan(acceptedMost)
    // The mock keeps one piece of its own.
    expect(added).toBeLessThan(memoryMost)

    // Reading goes on: so does the upstream.
    const stood = call.bytesAccepted
    let read = 0
    socket.on('data', (chunk) => {
      read += chunk.length
    })
    socket.resume()
    await eventually('more from the upstream', () =>
      call.bytesAccepted > stood + 5 * pieceBytes ? true : null,
    )
    socket.destroy()
    expect(await call.closed).toBe('cut')
    expect(read).toBeGreaterThan(0)
    // Charged for what went out, which is no more than what came in.
    await stand.books.differences()
    const charged = await stand.books.charged(customer.id)
    expect(charged).toBeGreaterThan(priceOf(countedInput('go on'), Math.floor(read / 3 / 2)))
    expect(charged).toBeLessThanOrEqual(
      priceOf(countedInput('go on'), Math.ceil(call.bytesAccepted / 3) + pieceBytes),
    )
  })

  async function askBySocket(key: string, body: unknown): Promise<Socket> {
    const { hostname, port } = new URL(stand.product.address)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const text = JSON.stringify(body)
    socket.pause()
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    )
    return socket
  }

  /** Waits until a figure stands still. */
  async function quiet(figure: () => number): Promise<void> {
    let last = -1
    let still = 0
    await eventually('an end of the growth', async () => {
      still = figure() === last && last > 0 ? still + 1 : 0
      last = figure()
      await delay(50)
      return still >= 10 ? true : null
    })
  }

  function memoryNow(): number {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    if (typeof collect === 'function') collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
})

describe('silence', () => {
  test('is filled with comments, and another channel may still answer', async () => {
    await stand.set('StreamKeepAlive', 1)
    const model = newModel()
    const customer = await stand.customer()
    const fail = Promise.withResolvers<void>()
    stand.upstream.on(model, async (call) => {
      if (call.channel === 'first') {
        await fail.promise
        return call.json(500, { error: { message: 'after a while' } })
      }
      call.stream()
      for (const piece of chatFrames(['Rain'], usageOf(4, 2))) await call.write(piece)
      call.end()
    })
    const response = await stand.ask(customer, chatOf(model, 'hello', { stream: true }))
    await readUntil(response, ({ comments }) => comments > 0)
    fail.resolve()
    const seen = await readUntil(response, ({ done }) => done)
    await stand.set('StreamKeepAlive', 15)
    expect(seen).toMatchObject({ status: 200, text: 'Rain', error: null })
    expect(stand.upstream.of(model).map(({ channel }) => channel)).toEqual(['first', 'second'])
    expect(await stand.books.charge(seen.requestId)).toMatchObject({ quota: priceOf(4, 2) })
  })

  test('that ends in a failure of every channel is told in the stream', async () => {
    await stand.set('StreamKeepAlive', 1)
    const model = newModel()
    const customer = await stand.customer()
    const fail = Promise.withResolvers<void>()
    stand.upstream.on(model, async (call) => {
      await fail.promise
      call.json(500, { error: { message: 'after a while' } })
    })
    const response = await stand.ask(customer, chatOf(model, 'hello', { stream: true }))
    await readUntil(response, ({ comments }) => comments > 0)
    fail.resolve()
    const seen = await readUntil(response, ({ error }) => error !== null)
    await stand.set('StreamKeepAlive', 15)
    expect(seen.done).toBe(false)
    expect(await stand.books.charge(seen.requestId)).toMatchObject({
      quota: 0,
      outcome: 'failed-before-content',
    })
    expect(await stand.books.resolution(seen.requestId)).toBe('voided')
  })

  test('in the middle of a stream is filled too, between frames', async () => {
    await stand.set('StreamKeepAlive', 1)
    const model = newModel()
    const customer = await stand.customer()
    const goOn = Promise.withResolvers<void>()
    stand.upstream.on(model, async (call) => {
      call.stream()
      await call.write(roleFrame + textFrame('Rain'))
      await goOn.promise
      await call.write(textFrame(' falls') + stopFrame + usageFrame(usageOf(4, 2)) + doneFrame)
      call.end()
    })
    const response = await stand.ask(customer, chatOf(model, 'hello', { stream: true }))
    await readUntil(response, ({ comments }) => comments > 0)
    goOn.resolve()
    const seen = await readStream(response)
    await stand.set('StreamKeepAlive', 15)
    expect(seen).toMatchObject({ text: ' falls', done: true, error: null })
  })
})

describe('the bytes of a stream', () => {
  const frames = chatFrames(['Grüße ', '雨は山に 🌧 '], usageOf(4, 2))

  test('go on as they came, however the upstream cuts them', async () => {
    const model = newModel()
    const customer = await stand.customer()
    stand.upstream.on(model, async (call) => {
      call.stream()
      const bytes = Buffer.from(frames.join(''))
      const size = Number(call.body['seed'])
      for (let at = 0; at < bytes.length; at += size) {
        if (!(await call.write(bytes.subarray(at, at + size)))) return
      }
      call.end()
    })
    for (const seed of [1, 7, 64, 10_000]) {
      const asked = chatOf(model, 'hi', {
        stream: true,
        seed,
        stream_options: { include_usage: true },
      })
      const seen = await readStream(await stand.ask(customer, asked))
      expect(seen.raw).toBe(frames.join(''))
    }
  })

  test('a frame of many megabytes comes through whole', async () => {
    const model = await newTalker()
    const customer = await stand.customer()
    const long = 'rain '.repeat(1_000_000)
    stand.upstream.on(model, async (call) => {
      call.stream()
      for (const piece of chatFrames([long], usageOf(4, 1_000_000))) await call.write(piece)
      call.end()
    })
    const seen = await readStream(await stand.ask(customer, chatOf(model, 'hi', { stream: true })))
    expect(seen.text).toBe(long)
    expect(await stand.books.charge(seen.requestId)).toMatchObject({ quota: priceOf(4, 1_000_000) })
  })
})
