import { openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, expect, test } from 'vitest'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product.close())

test('each open row leads to the channel that it is about, and names what has no price', async () => {
  const root = await product.root()
  const rows = async () =>
    Object.fromEntries((await root.client.getReadiness({})).rows.map((row) => [row.id, row]))

  const fresh = await rows()
  expect(fresh['channel']).toEqual({
    id: 'channel',
    done: false,
    figures: { channels: 0, tested: 0 },
  })
  expect(fresh['sandbox']).toEqual({ id: 'sandbox', done: false, figures: { row: 1 } })

  const { id } = await root.client.createChannel({
    body: {
      type: 8,
      name: 'real one',
      group: ['default'],
      models: ['gpt-5', 'one-x', 'two-x', 'three-x', 'four-x'],
      key: 'k-0123456789',
      base_url: 'http://127.0.0.1:1',
    },
  })
  const after = await rows()
  expect(after['channel']?.figures).toEqual({ channels: 1, tested: 0, row: id })
  expect(after['prices']).toEqual({
    id: 'prices',
    done: false,
    figures: { priced: 1, models: 5, names: 'one-x, two-x, three-x', more: 1, row: id },
  })

  const tested = (failure: string) =>
    product.server.stores.db
      .updateTable('channels')
      .set({ tested_at: 1n, test_failure: failure })
      .where('id', '=', BigInt(id))
      .execute()
  await tested('401: no such key')
  expect((await rows())['channel']?.figures).toEqual({ channels: 1, tested: 0, row: id })
  await tested('')
  expect((await rows())['channel']).toMatchObject({ done: true, figures: { tested: 1 } })
})

test('registration is decided once the operator has said so, whatever it is', async () => {
  const root = await product.root()
  const decided = async () =>
    (await root.client.getReadiness({})).rows.find(({ id }) => id === 'registration')?.done
  expect(await decided()).toBe(false)
  await root.client.setOption({ body: { key: 'RegisterEnabled', value: 'true' } })
  expect(await decided()).toBe(true)
  await root.client.setOption({ body: { key: 'RegisterEnabled', value: 'false' } })
  expect(await decided()).toBe(true)
})

test('an administrator below root is told nothing', async () => {
  const clerk = await product.user({ name: 'clerk', role: 10 })
  await expect(clerk.client.getReadiness({})).rejects.toMatchObject({ status: 403 })
})

test('mail is set up once a mail server is named', async () => {
  const root = await product.root()
  const isDone = async () =>
    (await root.client.getReadiness({})).rows.find(({ id }) => id === 'mail')?.done
  expect(await isDone()).toBe(false)
  await root.client.setOption({ body: { key: 'SMTPServer', value: 'mail.example.com' } })
  expect(await isDone()).toBe(true)
})

test('payment is set up once there is a gateway that takes payments, or a link', async () => {
  const root = await product.root()
  const isOpen = async () =>
    (await root.client.getReadiness({})).rows.find(({ id }) => id === 'payment')?.done
  expect(await isOpen()).toBe(false)
  await root.client.setOption({ body: { key: 'TopUpLink', value: 'https://shop.example' } })
  expect(await isOpen()).toBe(true)
  await root.client.setOption({ body: { key: 'TopUpLink', value: '' } })
  const { id } = await root.client.createPaymentGateway({
    body: {
      type: 'epay',
      name: 'Epay',
      icon: 'alipay',
      currency: 'CNY',
      config: { pay_domain: 'http://127.0.0.1:9', partner_id: '1', key: 'k' },
    },
  })
  expect(await isOpen()).toBe(true)
  await root.client.updatePaymentGateway({ body: { id, enable: false } })
  expect(await isOpen()).toBe(false)
})
