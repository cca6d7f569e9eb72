import { chatFrames, textFrame, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, openStand } from '@posthouse/testkit/stand'
import { expect, test } from 'vitest'

test('a stream of a token a byte goes as far as the wallet pays, and nothing is written off', async () => {
  await using stand = await openStand()
  await stand.set('HoldSliceTokens', 512)
  const signs = Array.from({ length: 2_000 }, (_, at) => String.fromCodePoint(0x3400 + at))
  stand.upstream.on('mock/dense', async (call) => {
    call.stream()
    for (const part of chatFrames(signs, usageOf(10, 6_000))) await call.write(part)
    call.end()
  })
  const customers = await Promise.all([1, 2].map(() => stand.customer({ balance: 10_000 })))
  for (const customer of customers) {
    const asking = { ...chatOf('mock/dense', 'go on'), stream: true }
    const response = await stand.ask(customer, asking)
    const text = await response.text()
    expect(text).toContain('insufficient_quota')
    expect(text).toContain(textFrame(signs[500] ?? ''))
    const charge = await stand.books.charge(response.headers.get('x-request-id') ?? '')
    expect(charge).toMatchObject({ outcome: 'quota-ran-out', writtenOff: 0, paid: charge.quota })
    expect(await stand.books.balance(customer.id)).toBe(10_000 - charge.quota)
  }
  expect(await stand.books.differences()).toEqual([])
})
