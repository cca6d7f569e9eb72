import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setLanguage, startLanguage } from '../i18n/index.ts'
import { streamChat } from './chat.ts'
import { messageOf } from './refusal.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await startLanguage()
  await setLanguage('zh_CN')
  vi.unstubAllGlobals()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const answering = (answer: (init: RequestInit) => Promise<Response>) =>
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => answer(init))

const ask = async (signal = new AbortController().signal) => {
  let said = ''
  await streamChat(
    { model: 'm', messages: [] },
    { onStart: () => undefined, onDelta: ({ content }) => (said += content) },
    signal,
  )
  return said
}

const failed = async (): Promise<unknown> =>
  ask().then(
    (said) => `no failure: ${said}`,
    (error: unknown) => error,
  )

const events = (...data: string[]) =>
  new Response(data.map((one) => `data: ${one}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  })

const piece = (content: string) => JSON.stringify({ choices: [{ delta: { content } }] })

const html = (status: number) =>
  new Response('<html>', { status, headers: { 'content-type': 'text/html' } })

function cutOff(): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`data: ${piece('a')}\n\n`)),
    pull: (controller) => controller.error(new TypeError('network error')),
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

test('what is said comes piece by piece', async () => {
  answering(async () => events(piece('a'), piece('b'), '[DONE]'))
  expect(await ask()).toBe('ab')
})

describe('a conversation tells a failure as every other page', () => {
  test.each([
    ['a page with 429', () => html(429), '错误：请求次数过多，请稍后再试！'],
    ['a page with 500', () => html(500), '错误：服务器内部错误，请联系管理员！'],
    ['a page with 405', () => html(405), '本站仅作演示之用，无服务端！'],
    ['a page with 502', () => html(502), '错误：网关错误（502）'],
    ['a page with 200', () => html(200), '错误：服务器错误（200）'],
    ['an answer without an event', () => events(), '错误：服务器的回应无法识别'],
    ['an event that is no JSON', () => events('{'), '错误：服务器的回应无法识别'],
    ['an event of another kind', () => events('{"choices":1}'), '错误：服务器的回应无法识别'],
    ['a cut answer', cutOff, '错误：无法正常连接至服务器！'],
    [
      'a refusal',
      () => Response.json({ error: { message: '余额不足' } }, { status: 403 }),
      '错误：余额不足',
    ],
    [
      'a failure on the way',
      () => events(piece('a'), '{"error":{"message":"渠道中断"}}'),
      '错误：渠道中断',
    ],
  ])('%s', async (_, answer, text) => {
    answering(async () => answer())
    expect(messageOf(await failed())).toBe(text)
  })

  test('nobody answers', async () => {
    answering(async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(messageOf(await failed())).toBe('错误：无法正常连接至服务器！')
  })
})

const never = (init: RequestInit): Promise<Response> =>
  new Promise((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })

describe('an answer that does not begin', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is given up and said to be late', async () => {
    answering(never)
    const ended = failed()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(messageOf(await ended)).toBe('错误：服务器没有及时回应，请重试')
  })

  test('can be stopped, which is no failure of the network', async () => {
    answering(never)
    const controller = new AbortController()
    const ended = ask(controller.signal).catch((error: unknown) => error)
    controller.abort()
    expect(await ended).toMatchObject({ name: 'AbortError' })
  })
})
