import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@posthouse/testkit/free-port'
import { type EpayStandIn, openEpay } from '@posthouse/testkit/payment-gateways/epay'
import { startServer } from '@posthouse/testkit/server-process'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
let port: number
let epay: EpayStandIn
const start = () => startServer({ port, databaseFile: join(folder, 'station.db') })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-payments-'))
  port = await freePort()
  epay = await openEpay()
})
afterAll(async () => {
  await epay[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const ordersAtOnce = 8
const quotaOfOne = 5_000_000

test('a process that is killed amid notices credits each order once, when they come again', async () => {
  const first = start()
  await first.ready
  const { uuid } = await (
    await first.root()
  ).createPaymentGateway({
    body: { type: 'epay', name: 'Epay', icon: 'card', currency: 'CNY', config: { ...epay.config } },
  })
  let server = first
  // At different moments of the work on a notice: before, amid and after the commit.
  for (const [round, killAfterMs] of [0, 3, 6, 10, 15, 25].entries()) {
    const root = await server.root()
    const before = (await root.getSelf({})).quota
    const tradeNos: string[] = []
    for (let count = 0; count < ordersAtOnce; count++) {
      const begun = await root.createOrder({ body: { uuid, amount: 10 } })
      epay.submit(begun.data.params)
      tradeNos.push(begun.trade_no)
    }
    const told = tradeNos.map((no) => epay.pay(no).catch(() => null))
    await sleep(killAfterMs)
    server.kill('SIGKILL')
    await server.exited
    await Promise.all(told)

    server = start()
    await server.ready
    for (const no of tradeNos) {
      expect(await epay.pay(no)).toEqual({ status: 200, body: 'success' })
    }
    const after = await (await server.root()).getSelf({})
    expect(after.quota - before, `round ${round}`).toBe(ordersAtOnce * quotaOfOne)
  }
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})
