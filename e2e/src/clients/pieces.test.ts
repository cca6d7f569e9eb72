import { createOpenAI } from '@ai-sdk/openai'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { generateImage } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* Pictures and moderation as the official clients ask for them, over the sandbox. */

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
