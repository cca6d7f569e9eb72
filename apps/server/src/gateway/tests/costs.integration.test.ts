import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { fieldsOf } from '@posthouse/llm/bytes/fields'
import { afterEach, describe, expect, it } from 'vitest'
import { requestOf } from './conformance/ask-cell.ts'
import { channel, gatewayRig, type Rig, testKey, until } from './rig/gateway-rig.ts'

let rig: Rig | null = null
afterEach(async () => {
  expect(rig?.errors).toEqual([])
  await rig?.close()
})

const paths: Readonly<Record<DialectName, (stream: boolean) => string>> = {
  'openai-chat': () => '/v1/chat/completions',
  'openai-responses': () => '/v1/responses',
  'anthropic-messages': () => '/v1/messages',
  gemini: (stream) =>
    `/v1beta/models/sandbox%2Fchat:${stream ? 'streamGenerateContent' : 'generateContent'}`,
}

const asked = (client: DialectName, stream: boolean, text = 'hello there'): object => {
  const parts = [{ kind: 'text', text }] as const
  const messages = [{ role: 'user', parts, name: null }] as const
  const { body } = dialects[client].asClient.body(requestOf({ messages, stream }, client))
  return body
}

const postPlain = (own: Rig, path: string, body: object, headers = {}): Promise<Response> =>
  own.fetch(path, {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const post = (own: Rig, path: string, body: object): Promise<Response> =>
  postPlain(own, path, body, { 'x-posthouse-cost': '1' })

/** The last cost that a stream told. */
const costIn = (text: string): number =>
  Number([...text.matchAll(/"cost":([\d.e-]+)/g)].at(-1)?.[1] ?? Number.NaN)

/** Of an answer in one piece. */
const costInUsage = (answer: unknown, client: DialectName): unknown => {
  const { name } = dialects[client].asClient.usagePlaces
  return fieldsOf(fieldsOf(answer)?.[name])?.['cost']
}

const dollarsCharged = ({ ledger, parts }: Rig): number =>
  ledger.ends().reduce((sum, end) => sum + (end.kind === 'settle' ? Number(end.amount) : 0), 0) /
  parts.snapshot().settings.QuotaPerUnit

describe.each(dialectNames)('over an upstream that speaks %s', (spoken) => {
  it('what clients of every dialect are told is what is charged', async () => {
    const own = (rig = await gatewayRig({
      channels: [channel({ plugin: { dialects: [spoken] } })],
    }))
    let told = 0
    for (const client of dialectNames) {
      const stream = await post(own, paths[client](true), asked(client, true))
      const inStream = costIn(await stream.text())
      expect(inStream, client).toBeGreaterThan(0)
      const whole = await post(own, paths[client](false), asked(client, false))
      const inHead = Number(whole.headers.get('x-posthouse-cost'))
      expect(inHead, client).toBe(inStream)
      expect(costInUsage(await whole.json(), client), client).toBe(inStream)
      told += inStream + inHead
    }
    await until(() => own.ledger.ends().length === 8)
    expect(told).toBeCloseTo(dollarsCharged(own), 10)
  })

  it.each(['absurd-usage', 'negative-usage', 'no-usage'])(
    'nothing is told that will not be charged: %s',
    async (fault) => {
      const plugin = { dialects: [spoken], sandbox: { fault } }
      const own = (rig = await gatewayRig({ channels: [channel({ plugin })] }))
      for (const [at, client] of dialectNames.entries()) {
        const stream = await post(own, paths[client](true), asked(client, true))
        const text = await stream.text()
        await until(() => own.ledger.ends().length === at + 1)
        const told = text.includes('"cost"') ? costIn(text) : null
        const end = own.ledger.ends()[at]
        const charged = end?.kind === 'settle' ? Number(end.amount) / 500_000 : 0
        // Bytes of the client's own dialect stay as they came, but for OpenAI's usage chunk that it asked for.
        if (told !== null) expect(told, client).toBeCloseTo(charged, 10)
        else expect(client).toBe(spoken)
      }
    },
  )
})

it('a prompt is told its cost, and nobody who did not ask', async () => {
  const own = (rig = await gatewayRig({
    channels: [channel({ plugin: { dialects: ['gemini'] } })],
  }))
  const prompt = { model: 'sandbox/chat', prompt: 'Once', stream: true }
  const told = costIn(await (await post(own, '/v1/completions', prompt)).text())
  await until(() => own.ledger.ends().length === 1)
  expect(told).toBeCloseTo(dollarsCharged(own), 10)
  const response = await postPlain(own, paths.gemini(true), asked('gemini', true))
  expect(await response.text()).not.toContain('"cost"')
})

describe.each(dialectNames)('a client of %s', (client) => {
  const calls = async (own: Rig) => {
    const stream = await postPlain(own, paths[client](true), asked(client, true))
    const whole = await postPlain(own, paths[client](false), asked(client, false))
    return { stream: await stream.text(), whole: await whole.text(), headers: whole.headers }
  }

  it('whose token has the cost in the answer gets it without a header', async () => {
    const own = (rig = await gatewayRig({ channels: [channel()], token: { costInAnswer: true } }))
    const { stream, whole, headers } = await calls(own)
    await until(() => own.ledger.ends().length === 2)
    const each = dollarsCharged(own) / 2
    expect(each).toBeGreaterThan(0)
    expect(costIn(stream)).toBeCloseTo(each, 10)
    expect(costInUsage(JSON.parse(whole), client)).toBeCloseTo(each, 10)
    expect(Number(headers.get('x-posthouse-cost'))).toBeCloseTo(each, 10)
  })

  it('that asks for no cost gets none', async () => {
    const own = (rig = await gatewayRig({ channels: [channel()] }))
    const { stream, whole, headers } = await calls(own)
    expect(stream + whole).not.toContain('"cost"')
    expect(headers.has('x-posthouse-cost')).toBe(false)
  })
})

it('vectors carry their cost, and a long answer is priced beside the loop', async () => {
  const own = (rig = await gatewayRig({ channels: [channel()] }))
  const input = Array.from({ length: 200 }, (_, at) => `text ${at}`)
  const answer = await post(own, '/v1/embeddings', { model: 'sandbox/embedding', input })
  const told = costInUsage(await answer.json(), 'openai-chat')
  await until(() => own.ledger.ends().length === 1)
  expect(told).toBeCloseTo(dollarsCharged(own), 10)
})

it('a repeat from the cache costs nothing and says so', async () => {
  const own = (rig = await gatewayRig({
    channels: [channel()],
    settings: { ChatCacheExpireMinute: 5 },
    token: { cache: true, costInAnswer: true },
  }))
  const ask = () =>
    postPlain(own, paths['openai-chat'](false), { ...asked('openai-chat', false), temperature: 0 })
  const first = await ask()
  expect(costInUsage(await first.json(), 'openai-chat')).toBeGreaterThan(0)
  const repeat = await ask()
  expect(repeat.headers.get('x-posthouse-cache')).toBe('hit')
  expect(repeat.headers.get('x-posthouse-cost')).toBe('0')
  expect(costInUsage(await repeat.json(), 'openai-chat')).toBe(0)
})
