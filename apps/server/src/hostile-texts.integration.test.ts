import { api } from '@posthouse/contract/api'
import type { Endpoint } from '@posthouse/contract/endpoint'
import { searchSteps } from '@posthouse/testkit/regex-steps'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test } from 'vitest'

let stand: Stand
let customer: Customer
beforeAll(async () => {
  stand = await openStand()
  await stand.root.client.createChannel({
    body: {
      type: 900,
      name: 'sandbox',
      group: ['default'],
      models: ['sandbox/*', 'mj_imagine'],
      key: 'none',
      base_url: 'http://sandbox',
    },
  })
  customer = await stand.customer()
})
afterAll(() => stand[Symbol.asyncDispose]())

/** Beginnings of what the server looks for in texts. */
const markers = [
  '[[',
  '[[sandbox:',
  '[[sandbox-call: a {',
  ' ',
  '--fast ',
  '/',
  '{"a":',
  'data:',
  '`',
]

/** Every marker again and again, each run apart from the next. */
const repeated = (times: number): string =>
  markers.map((marker) => marker.repeat(times)).join('\u0001')

type Called = readonly [path: string, body: (text: string) => object]
const messages = (content: string) => [{ role: 'user', content }]
const model = 'sandbox/echo'
const gemini = (text: string) => ({ contents: [{ parts: [{ text }] }] })

const called: readonly Called[] = [
  ['/v1/chat/completions', (text) => ({ model, messages: messages(text) })],
  ['/v1/chat/completions', (text) => ({ model: text, messages: messages('a') })],
  ['/v1/responses', (text) => ({ model, input: text })],
  ['/v1/messages', (text) => ({ model, max_tokens: 10, messages: messages(text) })],
  [`/v1beta/models/${model}:generateContent`, gemini],
  ['/v1beta/models/sandbox/image:generateContent', gemini],
  ['/v1/completions', (text) => ({ model, prompt: text })],
  ['/v1/embeddings', (text) => ({ model: 'sandbox/embedding', input: text })],
  ['/v1/rerank', (text) => ({ model: 'sandbox/rerank', query: text, documents: [text] })],
  ['/v1/images/generations', (text) => ({ model: 'sandbox/image', prompt: text })],
  ['/v1/audio/speech', (text) => ({ model: 'sandbox/speech', input: text, voice: 'alloy' })],
  ['/v1/videos', (text) => ({ model: 'sandbox/video', prompt: text })],
  ['/mj/submit/imagine', (text) => ({ prompt: text })],
  ['/suno/submit/music', (text) => ({ prompt: text, mv: 'sandbox/suno' })],
  ...Object.values(api)
    .filter((endpoint: Endpoint) => endpoint.access === 'public' && endpoint.method === 'POST')
    .map(({ path }): Called => [path, (text) => ({ username: text, password: text, code: text })]),
]

test.each(called)('%s: the work grows with the length of the text', async (path, body) => {
  const steps = (times: number): Promise<number> => {
    const text = repeated(times)
    return stepsDuring(text, () => stand.ask(customer, body(text), { path }))
  }
  const [short, long] = [await steps(50), await steps(200)]
  expect(long, `${long} steps, ${short} for a quarter of the text`).toBeLessThan(short * 6 + 1_000)
})

/** The steps of every expression that is shown a text with the hostile one in it. */
async function stepsDuring(hostile: string, call: () => Promise<Response>): Promise<number> {
  let steps = 0
  const begins = hostile.slice(0, 50)
  const own = Reflect.get(RegExp.prototype, 'exec')
  Reflect.set(RegExp.prototype, 'exec', function (this: RegExp, text: string) {
    Reflect.set(RegExp.prototype, 'exec', own)
    try {
      if (String(text).includes(begins)) steps += stepsOf(this, String(text))
      return own.call(this, text)
    } finally {
      Reflect.set(RegExp.prototype, 'exec', counting)
    }
  })
  const counting = Reflect.get(RegExp.prototype, 'exec')
  try {
    await (await call()).text()
    return steps
  } finally {
    Reflect.set(RegExp.prototype, 'exec', own)
  }
}

/** Expressions of packages may use what the counter does not read. */
function stepsOf(pattern: RegExp, text: string): number {
  try {
    return searchSteps(pattern, text)
  } catch {
    return 0
  }
}
