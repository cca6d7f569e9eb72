import { type DialectName, dialectNames } from '@posthouse/llm/dialect'
import { dialects } from '@posthouse/llm/dialects'
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

const post = (own: Rig, path: string, body: object): Promise<Response> =>
  own.fetch(path, {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json', 'x-posthouse-cost': '1' },
    body: JSON.stringify(body),
  })

/** The last cost that a stream told. */
const costIn = (text: string): number =>
  Number([...text.matchAll(/"cost":([\d.e-]+)/g)].at(-1)?.[1] ?? Number.NaN)

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
      await whole.text()
      expect(inHead, client).toBe(inStream)
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
  const response = await own.fetch(paths.gemini(true), {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
    body: JSON.stringify(asked('gemini', true)),
  })
  expect(await response.text()).not.toContain('"cost"')
})
