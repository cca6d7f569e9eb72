import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sandbox } from '@posthouse/llm/sandbox/sandbox'
import { openStand, type Customer, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* Transcripts, translations, edits and variations: files that come in forms. */

let stand: Stand
let customer: Customer
beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer({ balance: 50_000_000 })
  const { root } = stand
  await root.client.createPrice({
    body: {
      model: 'hears-1',
      type: 'tokens',
      channel_type: 8,
      input: '0',
      output: '0',
      lines: [{ bucket: 'second', amount_micro: '50000000' }],
    },
  })
  for (const [model, type] of [
    ['heard', 8],
    ['gemini-pictures', 25],
  ] as const) {
    await root.client.createPrice({
      body: { model, type: 'tokens', channel_type: type, input: '3', output: '5' },
    })
  }
  await root.client.updateChannel({
    body: { id: 1, models: ['sandbox/chat', 'sandbox/image', 'sandbox/transcribe'] },
  })
  const { data } = await root.client.listChannels({ query: { size: 100 } })
  for (const { id, name } of data) {
    if (name === 'Sandbox') continue
    await root.client.updateChannel({ body: { id, models: ['hears-1', 'heard'] } })
  }
  await root.client.createChannel({
    body: {
      type: 902,
      name: 'gemini',
      group: ['default'],
      models: ['gemini-pictures'],
      key: 'k',
      base_url: stand.upstream.url,
    },
  })
})
afterAll(() => stand[Symbol.asyncDispose]())

const made = (path: string, body: object): Buffer =>
  Buffer.concat(
    sandbox({
      method: 'POST',
      path,
      body: new TextEncoder().encode(JSON.stringify(body)),
      settings: {},
      anyModel: false,
      now: 0,
    }).pieces.map(({ bytes }) => bytes),
  )

/** A WAV file of some seconds. */
const sound = (words = 14): Buffer =>
  made('/v1/audio/speech', {
    model: 'sandbox/speech',
    input: 'wonderful '.repeat(words),
    response_format: 'wav',
  })

const picture = (): Buffer => {
  const { data } = JSON.parse(
    made('/v1/images/generations', { model: 'sandbox/image', prompt: 'fox' }).toString(),
  ) as { data: { b64_json: string }[] }
  return Buffer.from(data[0]?.b64_json ?? '', 'base64')
}

const secondsOf = (wav: Buffer): number => (wav.length - 44) / 48_000

type Entry = string | { readonly bytes: Buffer; readonly name: string; readonly type?: string }

const post = async (path: string, entries: readonly (readonly [string, Entry])[]) => {
  const form = new FormData()
  for (const [name, entry] of entries) {
    if (typeof entry === 'string') form.append(name, entry)
    else form.append(name, new Blob([entry.bytes], { type: entry.type ?? '' }), entry.name)
  }
  return answered(
    await fetch(`${stand.product.address}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.key}` },
      body: form,
    }),
  )
}

const answered = async (response: Response) => {
  const text = await response.text()
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text,
    json: () => JSON.parse(text) as Record<string, unknown>,
    request: response.headers.get('x-request-id') ?? '',
  }
}

const transcribe = (
  wav: Buffer,
  model: string,
  more: readonly (readonly [string, string])[] = [],
) =>
  post('/v1/audio/transcriptions', [
    ['model', model],
    ['file', { bytes: wav, name: 'talk.wav', type: 'audio/wav' }],
    ...more,
  ])

const rowOf = async (request: string) => {
  await stand.books.charge(request)
  const { data } = await customer.browser.client.listOwnLogs({ query: { request_id: request } })
  return data[0] ?? expect.fail('there is no row')
}

/** Files of requests of this process that are still there. */
const spooled = (): string[] =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(`posthouse-uploads-${process.pid}-`))
    .flatMap((name) => readdirSync(join(tmpdir(), name)))

describe('the sandbox', () => {
  test('writes a line for every four seconds', async () => {
    const wav = sound()
    const { status, json, request } = await transcribe(wav, 'sandbox/transcribe')
    expect(status).toBe(200)
    const lines = String(json()['text']).match(/Line \d+ of talk/g) ?? []
    expect(lines).toHaveLength(Math.ceil(secondsOf(wav) / 4))
    expect(json()['usage']).toMatchObject({ type: 'tokens' })
    expect((await rowOf(request)).quota).toBeGreaterThan(0)
    await expect.poll(spooled).toEqual([])
  })

  test.each([
    ['text', /^text\/plain/, /^Line 1 of talk/],
    ['srt', /^text\/plain/, /^1\n00:00:00,000 --> 00:00:0\d,\d{3}\nLine 1/],
    ['vtt', /^text\/vtt/, /^WEBVTT\n\n00:00:00\.000 --> /],
    ['verbose_json', /^application\/json/, /"segments":\[/],
  ])('answers as %s', async (format, type, text) => {
    const answer = await transcribe(sound(3), 'sandbox/transcribe', [['response_format', format]])
    expect(answer.status).toBe(200)
    expect(answer.type).toMatch(type)
    expect(answer.text).toMatch(text)
  })

  test('streams what it hears', async () => {
    const { type, text, request } = await transcribe(sound(), 'sandbox/transcribe', [
      ['stream', 'true'],
    ])
    expect(type).toContain('text/event-stream')
    expect(text).toContain('"type":"transcript.text.delta"')
    expect(text).toContain('"type":"transcript.text.done"')
    expect((await rowOf(request)).completion_tokens).toBeGreaterThan(0)
  })

  test('translates', async () => {
    const { status, text } = await post('/v1/audio/translations', [
      ['model', 'sandbox/transcribe'],
      ['file', { bytes: sound(2), name: 'a.wav' }],
    ])
    expect([status, text.includes('Line 1')]).toEqual([200, true])
  })

  test('edits a picture and varies it', async () => {
    const file = { bytes: picture(), name: 'fox.png', type: 'image/png' }
    const edited = await post('/v1/images/edits', [
      ['model', 'sandbox/image'],
      ['prompt', 'in the snow'],
      ['n', '2'],
      ['image[]', file],
      ['image[]', file],
    ])
    expect(edited.status).toBe(200)
    expect(edited.json()['data']).toHaveLength(2)
    expect((await rowOf(edited.request)).quota).toBeGreaterThan(0)
    const varied = await post('/v1/images/variations', [
      ['model', 'sandbox/image'],
      ['image', file],
    ])
    expect(varied.status).toBe(200)
  })
})

describe('a supplier', () => {
  test('gets the form with its own name of the model, and seconds are paid as it heard them', async () => {
    stand.upstream.onAny((upstream) =>
      upstream.json(200, { text: 'Hello.', usage: { type: 'duration', seconds: 3 } }),
    )
    const { text, request } = await transcribe(sound(), 'hears-1', [
      ['language', 'en'],
      ['timestamp_granularities[]', 'word'],
      ['timestamp_granularities[]', 'segment'],
    ])
    expect(JSON.parse(text)).toMatchObject({ text: 'Hello.' })
    const call = stand.upstream.calls.at(-1)
    expect(call?.path).toMatch(/\/audio\/transcriptions$/)
    expect(call?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(Number(call?.headers['content-length'])).toBe(call?.length)
    const form = await new Response(new Uint8Array(call?.raw ?? []), {
      headers: { 'content-type': call?.headers['content-type'] ?? '' },
    }).formData()
    expect(form.get('model')).toBe('hears-1')
    expect(form.getAll('timestamp_granularities[]')).toEqual(['word', 'segment'])
    const file = form.get('file')
    expect(file instanceof File && [file.name, file.size]).toEqual(['talk.wav', sound().length])
    expect((await rowOf(request)).quota).toBe(3 * 50)
  })

  test('as a browser records it, which says no length, is paid by its size', async () => {
    const webm = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(12_000)])
    stand.upstream.onAny((upstream) => upstream.json(200, { text: 'Hello.' }))
    const { request } = await transcribe(webm, 'hears-1')
    expect((await rowOf(request)).quota).toBe(4 * 50)
  })

  test('that says nothing of seconds is paid for the bytes of a file that lies about its length', async () => {
    const lie = sound()
    const seconds = Math.floor(secondsOf(lie) / 1.05)
    lie.writeUInt32LE(2, 40)
    stand.upstream.onAny((upstream) => upstream.json(200, { text: 'Hello.' }))
    const { request } = await transcribe(lie, 'hears-1')
    expect((await rowOf(request)).quota).toBeGreaterThanOrEqual(seconds * 50)
  })

  test('that lies about its length is paid for the seconds that its supplier heard', async () => {
    // An MP3 whose Xing head names one frame.
    const mp3 = Buffer.alloc(40_000)
    for (let at = 0; at + 4 <= mp3.length; at += 417) mp3.writeUInt32BE(0xfffb9000, at)
    mp3.write('Xing', 36, 'latin1')
    mp3.writeUInt32BE(1, 40)
    mp3.writeUInt32BE(1, 44)
    const paid = async (seconds: number) => {
      const usage = { type: 'duration', seconds }
      stand.upstream.onAny((upstream) => upstream.json(200, { text: 'Hello.', usage }))
      return (await rowOf((await transcribe(mp3, 'hears-1')).request)).quota
    }
    expect(await paid(60)).toBe(60 * 50)
    expect(await paid(9_999)).toBe(80 * 50)
  })

  test('that says nothing of seconds is paid for those of the file, and claims no more', async () => {
    const wav = sound()
    const seconds = Math.ceil(secondsOf(wav))
    stand.upstream.onAny((upstream) => upstream.json(200, { text: 'Hello.' }))
    const silent = await transcribe(wav, 'hears-1')
    expect((await rowOf(silent.request)).quota).toBe(seconds * 50)
    stand.upstream.onAny((upstream) =>
      upstream.json(200, { text: 'Hello.', usage: { type: 'duration', seconds: 9_999 } }),
    )
    const greedy = await transcribe(wav, 'hears-1')
    const row = await rowOf(greedy.request)
    expect(row.quota).toBe(seconds * 50)
    const receipt = await customer.browser.client.explainCharge({ params: { id: String(row.id) } })
    expect(JSON.stringify(receipt)).toContain('"second"')
  })

  test('is asked for JSON where a client wants a text', async () => {
    const usage = { type: 'tokens', input_tokens: 50, output_tokens: 4, total_tokens: 54 }
    stand.upstream.onAny((upstream) => upstream.json(200, { text: 'Hello.', usage }))
    const { text, request } = await transcribe(sound(), 'heard', [['response_format', 'text']])
    expect(text).toBe('Hello.\n')
    expect(stand.upstream.calls.at(-1)?.raw.toString('latin1')).toContain(
      'name="response_format"\r\n\r\njson\r\n',
    )
    expect((await rowOf(request)).quota).toBe(50 * 3 + 4 * 5)
  })

  test('that streams nothing still answers who wants a stream', async () => {
    stand.upstream.onAny((upstream) => upstream.json(200, { text: 'Hello.' }))
    const { type, text } = await transcribe(sound(), 'hears-1', [['stream', 'true']])
    expect(type).toContain('text/event-stream')
    expect(text).toContain('{"type":"transcript.text.delta","delta":"Hello."}')
    expect(text).toContain('transcript.text.done')
  })

  test('that fails is followed by the next one, which gets the whole file, 100 MB of it', async () => {
    const seconds = 100 * 1024 * 1024
    const head = sound(1).subarray(0, 44)
    head.writeUInt32LE(seconds, 40)
    const wav = Buffer.concat([head, Buffer.alloc(seconds)])
    const lengths: number[] = []
    stand.upstream.onAny((upstream) => {
      lengths.push(upstream.length)
      if (lengths.length === 1) return upstream.json(500, { error: { message: 'no' } })
      return upstream.json(200, { text: 'Hello.' })
    })
    const { status, text } = await transcribe(wav, 'hears-1')
    expect([status, text]).toEqual([200, expect.stringContaining('Hello.')])
    expect(lengths).toHaveLength(2)
    expect(Math.min(...lengths)).toBeGreaterThan(wav.length)
    await expect.poll(spooled).toEqual([])
  })

  test.each([
    ['a page', 'text/html', '<html>'],
    ['nothing', 'application/json', ''],
    ['JSON that is no transcript', 'application/json', '{"ok":true}'],
    ['half of JSON', 'application/json', '{"text":"He'],
    ['events that are no JSON', 'text/event-stream', 'data: {"typ\n\n'],
  ])('that answers %s is paid nothing', async (_, type, body) => {
    stand.upstream.onAny((upstream) => upstream.text(200, body, { 'content-type': type }))
    const { status, request } = await transcribe(sound(1), 'hears-1')
    expect(status).toBeGreaterThanOrEqual(500)
    expect((await rowOf(request)).quota).toBe(0)
  })

  test('of another form gets its own fields, and its words become lines', async () => {
    await stand.root.client.createChannel({
      body: {
        type: 919,
        name: 'elevenlabs',
        group: ['default'],
        models: ['scribe_v2'],
        key: 'xi-key',
        base_url: stand.upstream.url,
      },
    })
    const words = [
      { text: 'Hello', start: 0.1, end: 0.5, type: 'word' },
      { text: ' ', start: 0.5, end: 0.6, type: 'spacing' },
      { text: 'there.', start: 0.6, end: 1, type: 'word' },
      { text: ' ', start: 1, end: 1.2, type: 'spacing' },
      { text: 'Bye.', start: 1.2, end: 1.5, type: 'word' },
    ]
    stand.upstream.onAny((upstream) =>
      upstream.json(200, { language_code: 'eng', text: 'Hello there. Bye.', words }),
    )
    const { text, request } = await transcribe(sound(), 'scribe_v2', [
      ['response_format', 'srt'],
      ['language', 'en'],
    ])
    expect(text).toBe(
      '1\n00:00:00,100 --> 00:00:01,000\nHello there.\n\n2\n00:00:01,200 --> 00:00:01,500\nBye.\n\n',
    )
    const call = stand.upstream.calls.at(-1)
    expect(`/${call?.channel}${call?.path}`).toBe('/v1/speech-to-text')
    const form = call?.raw.toString('latin1') ?? ''
    expect(form).toContain('name="model_id"\r\n\r\nscribe_v2\r\n')
    expect(form).toContain('name="language_code"\r\n\r\nen\r\n')
    expect(form).toContain('filename="talk.wav"')
    expect((await rowOf(request)).quota).toBeGreaterThan(0)
    const whole = await transcribe(sound(), 'scribe_v2', [['response_format', 'verbose_json']])
    expect(whole.json()['segments']).toHaveLength(2)
  })

  test('of the Gemini API gets the pictures inside', async () => {
    const png = picture()
    stand.upstream.onAny((upstream) =>
      upstream.json(200, {
        candidates: [
          { content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }] } },
        ],
        usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 9, totalTokenCount: 12 },
      }),
    )
    const { status, json } = await post('/v1/images/edits', [
      ['model', 'gemini-pictures'],
      ['prompt', 'in the snow'],
      ['image', { bytes: png, name: 'fox.png', type: 'image/png' }],
    ])
    expect([status, json()['data']]).toEqual([200, [{ b64_json: 'AA==' }]])
    const parts = [
      { inlineData: { mimeType: 'image/png', data: png.toString('base64') } },
      { text: 'in the snow' },
    ]
    expect(stand.upstream.calls.at(-1)?.body['contents']).toEqual([{ role: 'user', parts }])
  })
})

describe('a bad form', () => {
  const raw = (body: string, type = 'multipart/form-data; boundary=x') =>
    fetch(`${stand.product.address}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.key}`, 'content-type': type },
      body,
    }).then(answered)

  test.each([
    ['without a boundary', 'multipart/form-data', 'x', 400, 'boundary'],
    [
      'that ends in the middle',
      undefined,
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF',
      400,
      'form',
    ],
    ['that is none', undefined, 'nothing', 400, 'form'],
    ['that is JSON', 'application/json', '{}', 415, 'multipart'],
  ])('%s is refused', async (_, type, body, status, word) => {
    const answer = await raw(body, type)
    expect([answer.status, answer.text.includes(word)]).toEqual([status, true])
  })

  test.each([
    ['without a file', [['model', 'hears-1']], 'file'],
    [
      'with an empty file',
      [
        ['model', 'hears-1'],
        ['file', { bytes: Buffer.alloc(0), name: 'a.wav' }],
      ],
      'empty',
    ],
    [
      'with a file that lies about its type',
      [
        ['model', 'hears-1'],
        ['file', { bytes: Buffer.from('not a sound'), name: 'a.wav', type: 'audio/wav' }],
      ],
      'sound or film',
    ],
    ['without a model', [['file', { bytes: Buffer.from('x'), name: 'a.wav' }]], 'file'],
  ] as const)('%s is refused', async (_, entries, word) => {
    const answer = await post('/v1/audio/transcriptions', entries)
    expect([answer.status, answer.text.includes(word)]).toEqual([400, true])
    await expect.poll(spooled).toEqual([])
  })

  test('with a picture that is none is refused', async () => {
    const answer = await post('/v1/images/edits', [
      ['model', 'sandbox/image'],
      ['prompt', 'x'],
      ['image', { bytes: Buffer.from('GIF89a nothing'), name: 'a.png', type: 'image/png' }],
    ])
    expect([answer.status, answer.text.includes('png, jpeg or webp')]).toEqual([400, true])
  })

  test('above the limit is refused, whether it says so or not', async () => {
    await stand.set('UploadLimit', 20_000)
    const answer = await transcribe(sound(), 'hears-1')
    await stand.set('UploadLimit', 128 * 1024 * 1024)
    expect(answer.status).toBe(413)
    await expect.poll(spooled).toEqual([])
  })
})
