import { openEpay } from '@posthouse/testkit/payment-gateways/epay'
import { openProduct } from '@posthouse/testkit/product'
import { expect, test } from 'vitest'

test('a hundred copies of a notice on two nodes credit once', async () => {
  await using epay = await openEpay()
  await using first = await openProduct()
  await using second = await openProduct({ env: { DATABASE_URL: first.url } })
  const { client } = await first.root()
  const { uuid } = await client.createPaymentGateway({
    body: { type: 'epay', name: 'Epay', icon: 'card', currency: 'CNY', config: { ...epay.config } },
  })
  const before = (await client.getSelf({})).quota
  const { trade_no: tradeNo, data } = await client.createOrder({ body: { uuid, amount: 10 } })
  epay.submit(data.params)
  const notice = new URLSearchParams(epay.notice(tradeNo)).toString()
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, copy) => {
      const { address } = copy % 2 === 0 ? first : second
      const response = await fetch(`${address}/api/payment/notify/${uuid}?${notice}`)
      return response.text()
    }),
  )
  expect(new Set(answers)).toEqual(new Set(['success']))
  expect((await client.getSelf({})).quota - before).toBe(5_000_000)
  expect(await first.server.stores.ledger.reader.differences()).toEqual([])
})
