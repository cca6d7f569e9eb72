import { createOpenAI } from '@ai-sdk/openai'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { experimental_generateSpeech, experimental_transcribe } from 'ai'
import { GoogleGenAI } from '@google/genai'
import Groq from 'groq-sdk'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* Speech, transcripts and edits as the official clients ask for them, over the sandbox. */

let stand: Stand
let customer: Customer
let spoken: Buffer
beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer({ balance: 5_000_000 })
  const answer = await stand.ask(
    customer,
    { model: 'sandbox/speech', input: 'a long sentence to be heard again', response_format: 'wav' },
    { path: '/v1/audio/speech' },
  )
  spoken = Buffer.from(await answer.arrayBuffer())
})
afterAll(() => stand[Symbol.asyncDispose]())

const isMp3 = (bytes: Uint8Array): boolean => Buffer.from(bytes).readUInt16BE(0) === 0xfffb

describe('openai', () => {
  const client = (): OpenAI =>
    new OpenAI({ apiKey: customer.key, baseURL: `${stand.product.address}/v1`, maxRetries: 0 })

  test('speaks', async () => {
    const answer = await client().audio.speech.create({
      model: 'sandbox/speech',
      voice: 'alloy',
      input: 'hello',
    })
    expect(isMp3(new Uint8Array(await answer.arrayBuffer()))).toBe(true)
    const charge = await stand.books.charge(answer.headers.get('x-request-id') ?? '')
    expect(charge.quota).toBeGreaterThan(0)
  })

  test('is refused in its own words', async () => {
    const asked = client().audio.speech.create({
      model: 'sandbox/speech',
      voice: 'alloy',
      input: 'x',
      response_format: 'opus',
    })
    await expect(asked).rejects.toThrow(OpenAI.BadRequestError)
  })

  test('hears, whole and in a stream', async () => {
    const file = await toFile(spoken, 'talk.wav')
    const whole = await client().audio.transcriptions.create({ model: 'sandbox/transcribe', file })
    expect(whole.text).toContain('Line 1 of talk')
    const lines = await client().audio.transcriptions.create({
      model: 'sandbox/transcribe',
      file,
      response_format: 'verbose_json',
      timestamp_granularities: ['segment'],
    })
    expect(lines.segments?.[0]?.text).toContain('Line 1')
    const stream = await client().audio.transcriptions.create({
      model: 'sandbox/transcribe',
      file,
      stream: true,
    })
    const types: string[] = []
    for await (const event of stream) types.push(event.type)
    expect(types.at(-1)).toBe('transcript.text.done')
  })

  test('translates', async () => {
    const file = await toFile(spoken, 'talk.wav')
    const { text } = await client().audio.translations.create({ model: 'sandbox/transcribe', file })
    expect(text).toContain('Line 1 of talk')
  })

  test('edits the picture that it made', async () => {
    const { data = [] } = await client().images.generate({
      model: 'sandbox/image',
      prompt: 'a fox',
    })
    const png = Buffer.from(data[0]?.b64_json ?? '', 'base64')
    const edited = await client().images.edit({
      model: 'sandbox/image',
      prompt: 'in the snow',
      image: await toFile(png, 'fox.png', { type: 'image/png' }),
    })
    expect(edited.data?.[0]?.b64_json?.length).toBeGreaterThan(100)
  })
})

test('the AI SDK speaks and hears', async () => {
  const openai = createOpenAI({ apiKey: customer.key, baseURL: `${stand.product.address}/v1` })
  const { audio } = await experimental_generateSpeech({
    model: openai.speech('sandbox/speech'),
    text: 'hello',
    maxRetries: 0,
  })
  expect(isMp3(audio.uint8Array)).toBe(true)
  const { text } = await experimental_transcribe({
    model: openai.transcription('sandbox/transcribe'),
    audio: spoken,
    maxRetries: 0,
  })
  expect(text).toContain('Line 1')
})

test('groq-sdk hears and speaks', async () => {
  const groq = new Groq({ apiKey: customer.key, baseURL: stand.product.address, maxRetries: 0 })
  const { text } = await groq.audio.transcriptions.create({
    model: 'sandbox/transcribe',
    file: await toFile(spoken, 'talk.wav'),
  })
  expect(text).toContain('Line 1 of talk')
  const answer = await groq.audio.speech.create({
    model: 'sandbox/speech',
    voice: 'austin',
    input: 'hello',
    response_format: 'wav',
  })
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 4)).toBe('RIFF')
})

describe('@google/genai', () => {
  const ai = (): GoogleGenAI =>
    new GoogleGenAI({
      apiKey: customer.key,
      httpOptions: { baseUrl: stand.product.address },
    })

  test.each([
    ['sandbox/image', 'IMAGE', /^image\/png$/, 'image_out'],
    ['sandbox/speech', 'AUDIO', /^audio\/L16/, 'audio_out'],
  ])(
    'is answered by %s, whose tokens are charged as what they are',
    async (model, modality, type, bucket) => {
      const answer = await ai().models.generateContent({
        model,
        contents: 'a red fox',
        config: { responseModalities: [modality] },
      })
      const [part] = answer.candidates?.[0]?.content?.parts ?? []
      expect(part).toHaveProperty('inlineData.mimeType', expect.stringMatching(type))
      expect(answer.data?.length).toBeGreaterThan(100)
      const request = new Headers(answer.sdkHttpResponse?.headers).get('x-request-id') ?? ''
      await stand.books.charge(request)
      const { data } = await customer.browser.client.listOwnLogs({ query: { request_id: request } })
      const receipt = await customer.browser.client.explainCharge({
        params: { id: String(data[0]?.id) },
      })
      expect(JSON.stringify(receipt)).toContain(`"${bucket}"`)
    },
  )
})
