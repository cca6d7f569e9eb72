import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from './api.ts'
import { siteCalls } from './calls/site.ts'
import { addressOf, ask, CallError, createClient } from './client.ts'

describe('addresses', () => {
  test('parameters are escaped, the rest of a path keeps its slashes', () => {
    expect(addressOf(api.getToken, { params: { id: 'a/b' } })).toBe('/api/token/a%2Fb')
    expect(addressOf(api.deletePrice, { params: { model: 'sandbox/a b' } })).toBe(
      '/api/prices/single/sandbox/a%20b',
    )
  })

  test('empty query values are left out', () => {
    expect(addressOf(api.listTokens, { query: { page: 2, keyword: '', order: undefined } })).toBe(
      '/api/token/?page=2',
    )
  })

  test('every path is a noun of its own', () => {
    const seen = Object.values(api).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(seen).size).toBe(seen.length)
  })
})

test('a call is asked without the table of all', async () => {
  const body = JSON.stringify({ success: true, message: '', data: 'closed on Sunday' })
  const seen: string[] = []
  const said = await ask(
    siteCalls.getNotice,
    {},
    {
      fetch: async (address) => {
        seen.push(address)
        return new Response(body)
      },
      language: () => 'en',
    },
  )
  expect(said).toBe('closed on Sunday')
  expect(seen).toEqual(['/api/notice'])
})

describe('what a call can end with', () => {
  const answering = (status: number, body: string) =>
    createClient({ fetch: async () => new Response(body, { status }), language: () => 'en' })

  test('a refusal becomes an error with its code and fields', async () => {
    const body = JSON.stringify({
      success: false,
      message: 'no',
      code: 'x.y',
      fields: { name: 'bad' },
    })
    const error = await answering(200, body)
      .getNotice({})
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({
      message: 'no',
      code: 'x.y',
      status: 200,
      fields: { name: 'bad' },
    })
  })

  test('an answer that is no JSON is a refusal too', async () => {
    const error = await answering(502, '<html>')
      .getNotice({})
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 502, code: 'foreign' })
  })

  test('the message of somebody else’s error is kept, in bounds', async () => {
    const foreign = (status: number, body: object) =>
      answering(status, JSON.stringify(body))
        .getNotice({})
        .catch((thrown: unknown) => thrown)
    expect(await foreign(502, { message: 'upstream connect error' })).toMatchObject({
      message: 'upstream connect error',
      status: 502,
      code: 'foreign',
    })
    expect(await foreign(502, { message: 'x'.repeat(9_000) })).toMatchObject({
      message: 'x'.repeat(500),
    })
    expect(await foreign(502, { message: { no: 'text' } })).toMatchObject({ message: '' })
    expect(await foreign(200, { message: 'no error' })).toMatchObject({ message: '' })
  })

  test.each(['null', '"text"', '{}'])('%s is a foreign answer too', async (body) => {
    const error = await answering(200, body)
      .getNotice({})
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 200, code: 'foreign' })
  })

  test('an answer that is not what the contract says is an error of a call like any other', async () => {
    const error = await answering(200, '{"success":true,"message":"","data":{"id":"x"}}')
      .getStatus({})
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ status: 200, code: 'shape' })
  })

  describe('nobody answers', () => {
    beforeEach(() => {
      vi.useFakeTimers()
    })
    afterEach(() => {
      vi.useRealTimers()
    })
    const silent = createClient({
      fetch: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')))
        }),
      language: () => 'en',
    })

    test('the call ends after half a minute', async () => {
      const ended = silent.getNotice({}).catch((thrown: unknown) => thrown)
      await vi.advanceTimersByTimeAsync(29_999)
      expect(vi.getTimerCount()).toBe(1)
      await vi.advanceTimersByTimeAsync(1)
      expect(await ended).toMatchObject({ status: 0, code: 'timeout' })
    })

    test('a change may have been done all the same', async () => {
      const ended = silent
        .createToken({ body: { name: 'one', unlimited_quota: true } })
        .catch((thrown: unknown) => thrown)
      await vi.advanceTimersByTimeAsync(30_000)
      expect(await ended).toMatchObject({ status: 0, code: 'unsettled' })
    })

    test('an answer that stalls after its head ends in time, one that goes on may be longer', async () => {
      let send: ReadableStreamDefaultController<Uint8Array> | undefined
      const stalling = createClient({
        fetch: async (_, { signal }) => {
          const body = new ReadableStream<Uint8Array>({
            start(controller) {
              send = controller
              signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
            },
          })
          return new Response(body)
        },
        language: () => 'en',
      })
      const ended = stalling.getNotice({}).catch((thrown: unknown) => thrown)
      await vi.advanceTimersByTimeAsync(20_000)
      send?.enqueue(new TextEncoder().encode('{"success":'))
      await vi.advanceTimersByTimeAsync(29_999)
      expect(vi.getTimerCount()).toBe(1)
      await vi.advanceTimersByTimeAsync(1)
      expect(await ended).toMatchObject({ status: 0, code: 'timeout' })
      expect(vi.getTimerCount()).toBe(0)
    })

    test('one that asks an upstream waits as long as the server does', async () => {
      const ended = silent
        .testChannel({ params: { id: '1' }, query: {} })
        .catch((thrown: unknown) => thrown)
      await vi.advanceTimersByTimeAsync(119_999)
      expect(vi.getTimerCount()).toBe(1)
      await vi.advanceTimersByTimeAsync(1)
      expect(await ended).toMatchObject({ code: 'unsettled' })
    })

    test('whoever no longer wants the answer is told so, and not that it was late', async () => {
      const wanted = new AbortController()
      const ended = silent
        .getNotice({}, { signal: wanted.signal })
        .catch((thrown: unknown) => thrown)
      wanted.abort()
      expect(await ended).not.toBeInstanceOf(CallError)
      expect(vi.getTimerCount()).toBe(0)
    })
  })

  test('no answer at all has status 0', async () => {
    const client = createClient({
      fetch: () => Promise.reject(new Error('offline')),
      language: () => 'zh',
    })
    const error = await client.getNotice({}).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 0, message: 'offline' })
  })
})
