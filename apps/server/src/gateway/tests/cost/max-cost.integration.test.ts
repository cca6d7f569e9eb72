import { afterEach, expect, it } from 'vitest'
import { ask, channel, errorOf, gatewayRig, type Rig, testKey, until } from '../rig/gateway-rig.ts'

let rig: Rig | null = null
afterEach(() => rig?.close())

const limited = (dollars: string) => ({ headers: { 'x-posthouse-max-cost': dollars } })

it.each([true, false])('a call that could cost more is never sent: stream %s', async (stream) => {
  const own = (rig = await gatewayRig({ channels: [channel()] }))
  const response = await ask(own, { stream, more: { max_tokens: 1_000 }, ...limited('0.0001') })
  expect(response.status).toBe(402)
  expect(await errorOf(response)).toMatchObject({ code: 'quota_max_cost' })
  expect(own.attempts).toEqual([])
  expect(own.ledger.ends()).toEqual([])
})

it('a call within the limit is answered and costs no more', async () => {
  const own = (rig = await gatewayRig({ channels: [channel()] }))
  const response = await ask(own, { more: { max_tokens: 100 }, ...limited('0.01') })
  expect(response.status).toBe(200)
  await response.text()
  await until(() => own.ledger.ends().length === 1)
  const [end] = own.ledger.ends()
  expect(end?.kind === 'settle' ? Number(end.amount) : Infinity).toBeLessThanOrEqual(5_000)
})

it.each(['', 'free', '-1', '1e3', '0,05', '0.0000000001'])('%j is no amount', async (dollars) => {
  const own = (rig = await gatewayRig({ channels: [channel()] }))
  const response = await ask(own, limited(dollars))
  expect(response.status).toBe(400)
  expect(await errorOf(response)).toMatchObject({ code: 'request_max_cost' })
  expect(own.attempts).toEqual([])
})

it('clients of Anthropic are refused in their own dialect', async () => {
  const own = (rig = await gatewayRig({ channels: [channel()] }))
  const response = await own.fetch('/v1/messages', {
    method: 'POST',
    headers: {
      'x-api-key': testKey,
      'content-type': 'application/json',
      'x-posthouse-max-cost': '0.0001',
    },
    body: JSON.stringify({
      model: 'sandbox/chat',
      max_tokens: 1_000,
      messages: [{ role: 'user', content: 'hi' }],
    }),
  })
  expect(response.status).toBe(402)
  expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'billing_error' } })
})
