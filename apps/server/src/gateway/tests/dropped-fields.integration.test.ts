import { afterEach, expect, it } from 'vitest'
import { ask, channel, gatewayRig, type Rig, until } from './rig/gateway-rig.ts'

/* Names of fields that a supplier does not get are the caller's own words: they reach a header all the same. */

let rig: Rig | null = null
afterEach(async () => {
  expect(rig?.errors).toEqual([])
  await rig?.close()
})

const overMessages = async (): Promise<Rig> =>
  (rig = await gatewayRig({
    channels: [channel({ plugin: { dialects: ['anthropic-messages'] } })],
  }))

it.each([false, true])('whatever they are written in (streamed: %s)', async (stream) => {
  const own = await overMessages()
  const more = { 参数: 1, 'a\r\nset-cookie: b': 2, '\ud83d': 3 }
  const response = await ask(own, { stream, more })
  expect(response.status).toBe(200)
  expect(response.headers.get('x-posthouse-dropped')).toBe(
    '%E5%8F%82%E6%95%B0, a%0D%0Aset-cookie: b, %EF%BF%BD',
  )
  expect(response.headers.get('set-cookie')).toBeNull()
  await response.text()
  await until(() => own.ledger.ends().length === 1)
  const [end] = own.ledger.ends()
  expect(end).toMatchObject({ kind: 'settle', usage: { outcome: 'complete' } })
  expect(end?.kind === 'settle' ? end.amount : 0n).toBeGreaterThan(0n)
})

it('and however many and long they are', async () => {
  const own = await overMessages()
  const names = Array.from({ length: 900 }, (_, at) => `${'field'.repeat(40)}${at}`)
  const response = await ask(own, { more: Object.fromEntries(names.map((name) => [name, 1])) })
  expect(response.status).toBe(200)
  expect(response.headers.get('x-posthouse-dropped')?.length).toBeLessThanOrEqual(1_024)
  await response.text()
  await until(() => own.ledger.ends().length === 1)
  expect(own.ledger.ends()[0]?.kind).toBe('settle')
})
