import { chatFrames, frame, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, openStand } from '@posthouse/testkit/stand'
import { expect, test, vi } from 'vitest'

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

test('a receipt says what of a stream its client’s dialect had no place for', async () => {
  await using stand = await openStand()
  const customer = await stand.customer()
  const sound = { audio: { id: 'a', data: 'c291bmQ=', transcript: 'hi' } }
  const [role = '', ...rest] = chatFrames(['word'], usageOf(10, 4))
  const heard = frame({ id: 'c', model: 'mock', choices: [{ index: 0, delta: sound }] })
  stand.upstream.on('mock/sound', async (call) => {
    call.stream()
    for (const part of [role, heard, ...rest]) await call.write(part)
    call.end()
  })
  const asked = { ...chatOf('mock/sound', 'speak', { max_tokens: 99 }), stream: true }
  const response = await stand.ask(customer, asked, { path: '/v1/messages' })
  expect(await response.text()).toContain('message_stop')
  expect(response.headers.get('x-posthouse-dropped')).toBeNull()
  const id = response.headers.get('x-request-id') ?? ''
  await stand.books.charge(id)
  // It is recorded beside the money, a little later.
  await vi.waitFor(async () => {
    const receipt = await customer.browser.client.explainCharge({ params: { id } })
    expect([receipt.not_carried, receipt.attempts]).toEqual([['answer.audio'], []])
  }, 5_000)
})
