import { createOpenAI } from '@ai-sdk/openai'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { generateImage } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* Pictures, moderation and videos as the official clients ask for them, over the sandbox. */

let stand: Stand
let customer: Customer
beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer({ balance: 5_000_000 })
})
afterAll(() => stand[Symbol.asyncDispose]())

const isPng = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(1, 4)).toString() === 'PNG'

describe('openai', () => {
  const client = (): OpenAI =>
    new OpenAI({ apiKey: customer.key, baseURL: `${stand.product.address}/v1`, maxRetries: 0 })

  test('makes pictures, and is told their tokens', async () => {
    const { data, response } = await client()
      .images.generate({ model: 'sandbox/image', prompt: 'a red fox', n: 2, quality: 'high' })
      .withResponse()
    expect(data.data).toHaveLength(2)
    for (const { b64_json: text = '' } of data.data ?? []) {
      expect(isPng(Buffer.from(text, 'base64'))).toBe(true)
    }
    expect(data.usage?.output_tokens).toBe(2 * 4_160)
    const charge = await stand.books.charge(response.headers.get('x-request-id') ?? '')
    expect(charge.quota).toBeGreaterThan(0)
  })

  test('is refused in its own words', async () => {
    const asked = client().images.generate({
      model: 'sandbox/image',
      prompt: 'x',
      size: 'huge' as never,
    })
    await expect(asked).rejects.toThrow(OpenAI.BadRequestError)
  })

  test('moderates', async () => {
    const answer = await client().moderations.create({
      model: 'sandbox/moderate',
      input: 'violence',
    })
    expect(answer.results[0]?.flagged).toBe(true)
  })

  test('makes a video, follows it, downloads it, remixes and deletes it', async () => {
    const { videos } = client()
    const finished = async (id: string): Promise<OpenAI.Video> => {
      for (;;) {
        const video = await videos.retrieve(id)
        if (video.status === 'completed' || video.status === 'failed') return video
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    const prompt = 'a square [[sandbox: delay-ms=0]]'
    const model = 'sandbox/video' as OpenAI.VideoModel
    const begun = await videos.create({ model, prompt, seconds: '4', size: '1280x720' })
    expect(begun).toMatchObject({ object: 'video', status: 'queued', size: '1280x720' })
    expect(await finished(begun.id)).toMatchObject({ status: 'completed', progress: 100 })
    const content = await videos.downloadContent(begun.id)
    const bytes = Buffer.from(await content.arrayBuffer())
    expect(bytes.subarray(4, 8).toString('latin1')).toBe('ftyp')
    const remix = await videos.remix(begun.id, { prompt })
    expect(remix.remixed_from_video_id).toBe(begun.id)
    await finished(remix.id)
    const listed: string[] = []
    for await (const { id } of videos.list({ limit: 1 })) listed.push(id)
    expect(listed).toEqual([remix.id, begun.id])
    expect(await videos.delete(begun.id)).toMatchObject({ id: begun.id, deleted: true })
    await expect(videos.retrieve(begun.id)).rejects.toThrow(OpenAI.NotFoundError)
    const bad = videos.create({ model, prompt, input_reference: new File(['x'], 'x.png') })
    await expect(bad).rejects.toThrow(/input_reference/)
  })
})

test('the AI SDK makes a picture', async () => {
  const openai = createOpenAI({ apiKey: customer.key, baseURL: `${stand.product.address}/v1` })
  const { image } = await generateImage({
    model: openai.image('sandbox/image'),
    prompt: 'a fox',
    maxRetries: 0,
  })
  expect(isPng(image.uint8Array)).toBe(true)
})
