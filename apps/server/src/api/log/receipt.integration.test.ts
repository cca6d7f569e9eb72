import { chatFrames, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, openStand } from '@posthouse/testkit/stand'
import { expect, test } from 'vitest'

test('a receipt shows the hold, each extension of it, and what was paid', async () => {
  await using stand = await openStand()
  await stand.set('HoldSliceTokens', 64)
  const customer = await stand.customer()
  const text = 'word '.repeat(40)
  stand.upstream.on('mock/long', async (call) => {
    call.stream()
    for (const part of chatFrames(Array<string>(6).fill(text), usageOf(10, 240)))
      await call.write(part)
    call.end()
  })
  const response = await stand.ask(customer, { ...chatOf('mock/long', 'go on'), stream: true })
  await response.text()
  const id = response.headers.get('x-request-id') ?? ''
  const charge = await stand.books.charge(id)
  const receipt = await customer.browser.client.explainCharge({ params: { id } })
  const kinds = receipt.steps.map(({ kind }) => kind)
  const extensions = receipt.steps.filter(({ kind }) => kind === 'extend')
  expect(extensions.length).toBeGreaterThan(0)
  expect(kinds).toEqual(['hold', ...extensions.map(() => 'extend'), 'settle'])
  expect(receipt.steps[0]?.quota).toBe(charge.held)
  const hold = await stand.product.server.stores.db
    .selectFrom('ledger_holds')
    .select('amount')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const heldInAll = charge.held + extensions.reduce((sum, { quota }) => sum + quota, 0)
  expect(BigInt(heldInAll)).toBe(hold.amount)
  expect(receipt.steps.at(-1)?.quota).toBe(charge.quota)
})
