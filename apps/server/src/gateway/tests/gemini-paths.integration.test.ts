import { describe, expect, it } from 'vitest'
import { spyOn } from './conformance/ask-cell.ts'
import { channel, type Rig, type RigOptions, testKey, until } from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'

const stand = rigs()
const start = (options: Partial<RigOptions> = {}): Promise<Rig> =>
  stand({ channels: [channel()], ...options })
const speaking = (dialect: string, sandbox: object = {}) =>
  channel({ plugin: { dialects: [dialect], sandbox } })

const chat = '/v1beta/models/sandbox%2Fchat'
const said = (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] })

const post = (rig: Rig, path: string, body: unknown, key = { 'x-goog-api-key': testKey }) =>
  rig.fetch(path, {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const dataIn = (text: string): unknown[] =>
  text
    .split('\r\n\r\n')
    .filter((frame) => frame !== '')
    .map((frame) => JSON.parse(frame.replace(/^data: /, '')))

it.each(['gemini', 'openai-chat'])(
  'takes one object where a list is meant, over %s',
  async (spoken) => {
    const rig = await start({ channels: [speaking(spoken)] })
    const body = {
      contents: { role: 'user', parts: { text: 'hello there' } },
      tools: { functionDeclarations: { name: 'f', parameters: { type: 'OBJECT' } } },
    }
    const response = await post(rig, `${chat}:generateContent`, body)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ candidates: [{ finishReason: 'STOP' }] })
    await until(() => rig.ledger.ends().length === 1)
    const list = { contents: [body.contents], tools: [body.tools] }
    await (await post(rig, `${chat}:generateContent`, list)).text()
    await until(() => rig.ledger.ends().length === 2)
    const [one, other] = rig.ledger.ends().map(({ usage }) => usage)
    expect(one?.['input_tokens']).toBe(other?.['input_tokens'])
  },
)

describe('streamGenerateContent without alt=sse', () => {
  it.each(['gemini', 'openai-chat'])(
    'is a list over %s, with what the events have',
    async (spoken) => {
      const rig = await start({ channels: [speaking(spoken)] })
      const sent = spyOn(rig)
      const events = await post(rig, `${chat}:streamGenerateContent?alt=sse`, said('hello'))
      expect(events.headers.get('content-type')).toContain('text/event-stream')
      const expected = dataIn(await events.text())
      for (const query of ['', '?alt=json']) {
        const list = await post(rig, `${chat}:streamGenerateContent${query}`, said('hello'))
        expect(list.headers.get('content-type')).toBe('application/json; charset=UTF-8')
        const body: unknown = JSON.parse(await list.text())
        expect(body).toEqual(expected)
      }
      expect(sent()?.headers['accept']).toBe('text/event-stream')
      await until(() => rig.ledger.ends().length === 3)
      expect(new Set(rig.ledger.ends().map((end) => end.usage?.['input_tokens'])).size).toBe(1)
    },
  )

  it('grows while the answer does', async () => {
    const rig = await start({ channels: [speaking('gemini')] })
    const asked = said('[[sandbox: words=400 speed=200]]')
    const response = await post(rig, `${chat}:streamGenerateContent`, asked)
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(Buffer.from(first?.value ?? []).toString()).toMatch(/^\[\{"candidates"/)
    expect(rig.ledger.ends()).toEqual([])
    await reader?.cancel()
  })

  it('has a failure in mid-stream as its last element', async () => {
    const rig = await start({ channels: [speaking('gemini', { fault: 'cut', after: 900 })] })
    const response = await post(rig, `${chat}:streamGenerateContent`, said('[[sandbox: words=90]]'))
    const list: unknown[] = JSON.parse(await response.text())
    expect(list[0]).toHaveProperty('candidates')
    expect(list.at(-1)).toMatchObject({ error: { status: 'UNAVAILABLE' } })
  })

  it('is refused in a list', async () => {
    const rig = await start()
    const refused = await post(rig, '/v1beta/models/nobody:streamGenerateContent', said('a'))
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject([{ error: { status: 'NOT_FOUND' } }])
  })

  it('is a list from the cache, whoever filled it', async () => {
    const rig = await start({
      channels: [speaking('gemini')],
      token: { cache: true },
      settings: { ChatCacheExpireMinute: 5 },
    })
    const first = await post(rig, `${chat}:streamGenerateContent?alt=sse`, said('hello'))
    const expected = dataIn(await first.text())
    await until(() => rig.ledger.ends().length === 1)
    const repeat = await post(rig, `${chat}:streamGenerateContent`, said('hello'))
    expect(repeat.headers.get('x-posthouse-cache')).toBe('hit')
    expect(await repeat.json()).toEqual(expected)
    const events = await post(rig, `${chat}:streamGenerateContent?alt=sse`, said('hello'))
    expect(dataIn(await events.text())).toEqual(expected)
  })
})

describe('the addresses of Gemini', () => {
  it.each(['/v1beta', '/v1alpha', '/v1', '/gemini/v1beta', '/gemini//v1beta', '/gemini/v1'])(
    'begin with %s, and take both forms of key',
    async (prefix) => {
      const rig = await start()
      const path = `${prefix}/models/sandbox%2Fchat`
      for (const action of ['generateContent', 'streamGenerateContent', 'countTokens']) {
        expect((await post(rig, `${path}:${action}`, said('hello'))).status).toBe(200)
        const address = `${path}:${action}?key=${testKey}`
        const response = await rig.fetch(address, {
          method: 'POST',
          body: JSON.stringify(said('hello')),
          headers: { 'content-type': 'application/json' },
        })
        expect(response.status).toBe(200)
      }
      const asked = { content: { parts: [{ text: 'a' }] } }
      const requests = [asked]
      expect((await post(rig, `${path}:embedContent`, asked)).status).toBe(200)
      expect((await post(rig, `${path}:batchEmbedContents`, { requests })).status).toBe(200)
      const list = await rig.fetch(`${prefix}/models?key=${testKey}`, {
        headers: { 'x-goog-api-client': 'genai' },
      })
      expect(await list.json()).toHaveProperty('models')
    },
  )

  it('count a prompt, and one inside a whole request', async () => {
    const rig = await start()
    const count = async (body: unknown): Promise<unknown> =>
      (await post(rig, `${chat}:countTokens`, body)).json()
    const asked = said('How long is this?')
    const instructed = { ...asked, systemInstruction: { parts: [{ text: 'Be quick about it' }] } }
    const plain = await count(asked)
    const whole = await count({
      generateContentRequest: { model: 'models/sandbox/chat', ...instructed },
    })
    expect(await count({ generateContentRequest: asked })).toEqual(plain)
    expect(await count(instructed)).toEqual(whole)
    expect(whole).not.toEqual(plain)
    expect(rig.ledger.commands).toEqual([])
  })
})
