import { openStand, type Customer, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* Speech over the sandbox, over suppliers of other forms, and over one that fails first. */

let stand: Stand
let customer: Customer
beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer({ balance: 50_000_000 })
  const { root } = stand
  for (const [model, type] of [
    ['gpt-x-tts', 8],
    ['tts-by-call', 8],
    ['gemini-tts', 25],
  ] as const) {
    await root.client.createPrice({
      body:
        model === 'tts-by-call'
          ? { model, type: 'times', channel_type: type, input: '10', output: '0' }
          : { model, type: 'tokens', channel_type: type, input: '0.3', output: '6' },
    })
  }
  await root.client.createPrice({
    body: {
      model: 'tts-by-character',
      type: 'tokens',
      channel_type: 8,
      input: '0',
      output: '0',
      lines: [{ bucket: 'character', amount_micro: '7500000' }],
    },
  })
  await root.client.updateChannel({ body: { id: 1, models: ['sandbox/chat', 'sandbox/speech'] } })
  const { data } = await root.client.listChannels({ query: { size: 100 } })
  for (const { id, name } of data) {
    if (name === 'Sandbox') continue
    const models = ['gpt-x-tts', 'tts-by-call', 'tts-by-character']
    await root.client.updateChannel({ body: { id, models } })
  }
  await root.client.createChannel({
    body: {
      type: 902,
      name: 'gemini',
      group: ['default'],
      models: ['gemini-tts'],
      key: 'k',
      base_url: stand.upstream.url,
    },
  })
})
afterAll(() => stand[Symbol.asyncDispose]())

const speak = async (body: object) => {
  const response = await stand.ask(customer, body, { path: '/v1/audio/speech' })
  const bytes = Buffer.from(await response.arrayBuffer())
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    bytes,
    text: bytes.toString('utf8'),
    request: response.headers.get('x-request-id') ?? '',
  }
}

const rowOf = async (request: string) => {
  await stand.books.charge(request)
  const { data } = await customer.browser.client.listOwnLogs({ query: { request_id: request } })
  return data[0] ?? expect.fail('there is no row')
}

const eventsIn = (text: string): Record<string, unknown>[] =>
  text
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: '))
    .map((frame) => JSON.parse(frame.slice(6)) as Record<string, unknown>)

const events = { 'content-type': 'text/event-stream' }
const mp3 = { 'content-type': 'audio/mpeg' }
const usage = { input_tokens: 8, output_tokens: 40, total_tokens: 48 }
const sseOf = (...sounds: string[]): string =>
  [
    ...sounds.map((sound) => ({
      type: 'speech.audio.delta',
      audio: Buffer.from(sound).toString('base64'),
    })),
    { type: 'speech.audio.done', usage },
  ]
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .join('')

describe('the sandbox', () => {
  test('speaks in a file of the format that was asked for', async () => {
    const wav = await speak({ model: 'sandbox/speech', input: 'hello', response_format: 'wav' })
    expect(wav).toMatchObject({ status: 200, type: 'audio/wav' })
    expect(wav.bytes.toString('latin1', 0, 4)).toBe('RIFF')
    const packed = await speak({ model: 'sandbox/speech', input: 'hello', voice: 'alloy' })
    expect(packed).toMatchObject({ status: 200, type: 'audio/mpeg' })
    expect(packed.bytes.readUInt16BE(0)).toBe(0xfffb)
  })

  test('speaks in events that end with what was used', async () => {
    const { type, text, request } = await speak({
      model: 'sandbox/speech',
      input: 'hello world',
      response_format: 'wav',
      stream_format: 'sse',
    })
    expect(type).toContain('text/event-stream')
    const parts = eventsIn(text)
    expect(parts[0]).toMatchObject({ type: 'speech.audio.delta' })
    expect(parts.at(-1)).toMatchObject({ type: 'speech.audio.done' })
    const sound = Buffer.concat(
      parts.map(({ audio }) => Buffer.from(typeof audio === 'string' ? audio : '', 'base64')),
    )
    expect(sound.toString('latin1', 0, 4)).toBe('RIFF')
    await rowOf(request)
  })

  test.each([
    [{ input: '' }, 'input'],
    [{ input: 7 }, 'input'],
    [{ input: undefined }, 'input'],
    [{ input: 'x', response_format: 'midi' }, 'response_format'],
    [{ input: 'x', speed: 90 }, 'speed'],
  ])('refuses %j', async (body, field) => {
    const { status, text } = await speak({ model: 'sandbox/speech', ...body })
    expect(status).toBe(400)
    expect(text).toContain(field)
  })

  test('does not speak by the voice of a model that chats', async () => {
    const { status, text } = await speak({ model: 'sandbox/chat', input: 'x' })
    expect([status, text.includes('/v1/chat/completions')]).toEqual([400, true])
  })
})

describe('a supplier', () => {
  test('that tells tokens in events alone is asked for events, and its client gets sound', async () => {
    stand.upstream.onAny((upstream) => upstream.text(200, sseOf('abc', 'def'), events))
    const { type, text, request } = await speak({ model: 'gpt-x-tts', input: 'hello' })
    expect([type, text]).toEqual(['audio/mpeg', 'abcdef'])
    expect(stand.upstream.calls.at(-1)?.body['stream_format']).toBe('sse')
    expect((await rowOf(request)).quota).toBe(Math.ceil(8 * 0.3 + 40 * 6))
  })

  test('whose price is for characters is paid for each of them, and the receipt says so', async () => {
    stand.upstream.onAny((upstream) => upstream.text(200, 'abc', mp3))
    const input = `${'狐'.repeat(99)}🦊`
    const { text, request } = await speak({ model: 'tts-by-character', input })
    expect(text).toBe('abc')
    const row = await rowOf(request)
    expect(row.quota).toBe(750)
    const receipt = await customer.browser.client.explainCharge({ params: { id: String(row.id) } })
    expect(JSON.stringify(receipt)).toContain('"character"')
  })

  test('that has no events gives its sound to a client that wants them', async () => {
    stand.upstream.onAny((upstream) => upstream.text(200, 'abc', mp3))
    const asked = { model: 'tts-by-call', input: 'hello', stream_format: 'sse' }
    const { text, request } = await speak(asked)
    const [first, last] = eventsIn(text)
    expect(first?.['audio']).toBe(Buffer.from('abc').toString('base64'))
    expect(last?.['type']).toBe('speech.audio.done')
    expect(stand.upstream.calls.at(-1)?.body).not.toHaveProperty('stream_format')
    expect((await rowOf(request)).quota).toBeGreaterThan(0)
  })

  test('that fails first is followed by the next one', async () => {
    let asked = 0
    stand.upstream.onAny((upstream) => {
      asked += 1
      if (asked === 1) return upstream.text(200, 'data: {"error":{"message":"no"}}\n\n', events)
      return upstream.text(200, 'abc', mp3)
    })
    const { status, text } = await speak({ model: 'tts-by-call', input: 'hello' })
    expect([status, text]).toEqual([200, 'abc'])
  })

  test.each([
    ['text', 'text/plain', 'sorry'],
    ['a page', 'text/html', '<html>'],
    ['nothing', 'audio/mpeg', ''],
    ['events that are no JSON', 'text/event-stream', 'data: {"typ\n\n'],
    ['JSON without sound', 'application/json', '{"ok":true}'],
  ])('that answers %s is paid nothing', async (_, type, body) => {
    stand.upstream.onAny((upstream) => upstream.text(200, body, { 'content-type': type }))
    const { status, request } = await speak({ model: 'tts-by-call', input: 'hello' })
    expect(status).toBeGreaterThanOrEqual(500)
    expect((await rowOf(request)).quota).toBe(0)
  })

  test('whose client leaves is paid for the sound that went out', async () => {
    stand.upstream.onAny(async (upstream) => {
      upstream.head(200, mp3)
      await upstream.write(Buffer.alloc(32_000))
    })
    const leaving = new AbortController()
    const response = await stand.ask(
      customer,
      { model: 'gpt-x-tts', input: 'hello '.repeat(50) },
      { path: '/v1/audio/speech', signal: leaving.signal },
    )
    const request = response.headers.get('x-request-id') ?? ''
    await response.body?.getReader().read()
    leaving.abort()
    const row = await rowOf(request)
    expect(row.quota).toBeGreaterThan(6 * 20)
  })

  test('of the Gemini API gives bare samples, which become a WAV file', async () => {
    const data = Buffer.alloc(480).toString('base64')
    stand.upstream.onAny((upstream) =>
      upstream.json(200, {
        candidates: [
          { content: { parts: [{ inlineData: { mimeType: 'audio/L16;rate=24000', data } }] } },
        ],
        usageMetadata: {
          promptTokenCount: 3,
          candidatesTokenCount: 25,
          candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: 25 }],
          totalTokenCount: 28,
        },
      }),
    )
    const { type, bytes, request } = await speak({
      model: 'gemini-tts',
      input: 'hello',
      voice: 'Puck',
    })
    expect(type).toBe('audio/wav')
    expect(bytes.length).toBe(44 + 480)
    const asked = stand.upstream.calls.at(-1)
    expect(asked?.path).toMatch(/gemini-tts:generateContent$/)
    expect(asked?.body['generationConfig']).toEqual({
      responseModalities: ['AUDIO'],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } } },
    })
    expect((await rowOf(request)).quota).toBe(Math.ceil(3 * 0.3 + 25 * 6))
    const no = await speak({ model: 'gemini-tts', input: 'x', response_format: 'mp3' })
    expect([no.status, no.text.includes('wav or pcm is expected')]).toEqual([400, true])
  })

  test('of ElevenLabs has voice and format in its address', async () => {
    await stand.root.client.createChannel({
      body: {
        type: 919,
        name: 'elevenlabs',
        group: ['default'],
        models: ['eleven_v3'],
        key: 'xi-key',
        base_url: stand.upstream.url,
      },
    })
    stand.upstream.onAny((upstream) => upstream.text(200, 'abc', mp3))
    const voice = 'EXAVITQu4vr4xnSDxMaL'
    const { text, request } = await speak({ model: 'eleven_v3', input: 'hello', voice, speed: 1.1 })
    expect(text).toBe('abc')
    const call = stand.upstream.calls.at(-1)
    expect(`/${call?.channel}${call?.path}`).toBe(
      `/v1/text-to-speech/${voice}/stream?output_format=mp3_44100_128`,
    )
    expect(call?.headers['xi-api-key']).toBe('xi-key')
    expect(call?.body).toEqual({
      text: 'hello',
      model_id: 'eleven_v3',
      voice_settings: { speed: 1.1 },
    })
    expect((await rowOf(request)).quota).toBeGreaterThan(0)
    await speak({ model: 'eleven_v3', input: 'hello', voice: '../../x', response_format: 'pcm' })
    expect(stand.upstream.calls.at(-1)?.path).toMatch(
      /^\/text-to-speech\/\w{20}\/stream\?output_format=pcm_24000$/,
    )
    const no = await speak({ model: 'eleven_v3', input: 'x', response_format: 'wav' })
    expect([no.status, no.text.includes('mp3, opus or pcm')]).toEqual([400, true])
    const detail = { status: 'quota_exceeded', message: 'You have 0 credits' }
    stand.upstream.onAny((upstream) => upstream.json(401, { detail }))
    const poor = await speak({ model: 'eleven_v3', input: 'x' })
    expect(poor.status).toBeGreaterThanOrEqual(500)
    expect(poor.text).not.toContain('credits')
  })
})
