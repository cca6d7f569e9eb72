import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { CohereClientV2, CohereError } from 'cohere-ai'
import { afterAll, beforeAll, expect, test } from 'vitest'

/* Reranking as Cohere's own client asks for it, over the sandbox. */

let stand: Stand
let customer: Customer
beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer({ balance: 5_000_000 })
})
afterAll(() => stand[Symbol.asyncDispose]())

const client = (token = customer.key): CohereClientV2 =>
  new CohereClientV2({ token, environment: stand.product.address })

test('sorts documents, and is charged', async () => {
  const asked = client().rerank(
    {
      model: 'sandbox/rerank',
      query: 'red fox',
      documents: ['a blue sky', 'the red fox', 'a red car'],
      topN: 2,
    },
    { maxRetries: 0 },
  )
  const { data, rawResponse } = await asked.withRawResponse()
  expect(data.results.map(({ index }) => index)).toEqual([1, 2])
  expect(data.results[0]?.relevanceScore).toBe(1)
  expect(data.meta?.apiVersion?.version).toBe('2')
  const charge = await stand.books.charge(rawResponse.headers.get('x-request-id') ?? '')
  expect(charge.quota).toBeGreaterThan(0)
  expect(await stand.books.differences()).toEqual([])
})

test('is told that its key is wrong', async () => {
  const asked = client('sk-none').rerank(
    { model: 'sandbox/rerank', query: 'a', documents: ['b'] },
    { maxRetries: 0 },
  )
  await expect(asked).rejects.toThrow(CohereError)
})
