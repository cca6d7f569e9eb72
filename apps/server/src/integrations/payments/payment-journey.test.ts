import type { GatewayType } from '@posthouse/contract/gateway-fields'
import { openAlipay } from '@posthouse/testkit/payment-gateways/alipay'
import { openEpay } from '@posthouse/testkit/payment-gateways/epay'
import { openStripe } from '@posthouse/testkit/payment-gateways/stripe'
import { openWxpay } from '@posthouse/testkit/payment-gateways/wxpay'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GatewayAccount, PaymentStart, RawNotice } from '../../domain/payments/gateway-port.ts'
import { createLog } from '../../lib/log.ts'
import { systemClock } from '../../lib/clock.ts'
import { undiciTransport } from '../../upstream/transport/undici-transport.ts'
import { paymentGateways } from './gateways.ts'

const transport = undiciTransport()
const port = paymentGateways({ transport, log: createLog('silent'), clock: systemClock })
const notices: RawNotice[] = []
let type: GatewayType
const shop = createServer((request, response) => void handleRequest(request, response))
let shopAddress: string
beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  shopAddress = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})
beforeEach(() => {
  notices.length = 0
})
afterAll(async () => {
  shop.close()
  shop.closeAllConnections()
  await transport.close()
})

async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { searchParams } = new URL(request.url ?? '/', 'http://here.invalid')
  notices.push({
    method: request.method === 'POST' ? 'POST' : 'GET',
    query: searchParams,
    headers: request.headers,
    body: await buffer(request),
    receivedAt: Date.now(),
  })
  const { status, contentType, body } = port.acknowledgement(type)
  response.writeHead(status, { 'content-type': contentType }).end(body)
}

const accountOf = (config: Readonly<Record<string, string>>): GatewayAccount => ({
  type,
  currency: 'CNY',
  config,
  privateAllowed: true,
})

const begin = (account: GatewayAccount): Promise<PaymentStart> =>
  port.start(account, {
    tradeNo: 'PH1',
    money: { currency: 'CNY', minor: 7_001n },
    subject: 'Top-up',
    notifyUrl: `${shopAddress}/notify`,
    returnUrl: `${shopAddress}/back`,
    closesAt: Date.now() + 900_000,
    userId: 7n,
  })

const right = { tradeNo: 'PH1', paid: { money: { currency: 'CNY', minor: 7_001n } } }

/** What a browser does on the page to pay on: it presses the button and is sent back. */
async function press(page: Response): Promise<void> {
  const action = /action="([^"]*)"/.exec(await page.text())?.[1] ?? ''
  const pressed = await fetch(new URL(action, page.url), { method: 'POST', redirect: 'manual' })
  expect(pressed.headers.get('location')).toContain(`${shopAddress}/back`)
}

test('epay: from the form to the notice', async () => {
  type = 'epay'
  await using site = await openEpay()
  const account = accountOf(site.config)
  const start = await begin(account)
  if (start.kind !== 'form') throw new Error('no form')
  await press(await fetch(start.url, { method: 'POST', body: new URLSearchParams(start.fields) }))
  expect(await port.readNotice(account, notices[0]!)).toMatchObject(right)
})

test('Stripe: from the registered address to the notice', async () => {
  type = 'stripe'
  await using site = await openStripe()
  const given = await port.register(accountOf(site.config), `${shopAddress}/notify`)
  const account = accountOf({ ...site.config, ...given })
  const start = await begin(account)
  if (start.kind !== 'redirect') throw new Error('no page')
  await press(await fetch(start.url))
  expect(await port.readNotice(account, notices[0]!)).toMatchObject(right)
})

test('Alipay: from the code to the notice', async () => {
  type = 'alipay'
  await using site = await openAlipay()
  const account = accountOf(site.config)
  expect(await begin(account)).toMatchObject({ kind: 'qr' })
  expect(await site.pay('PH1')).toEqual({ status: 200, body: 'success' })
  expect(await port.readNotice(account, notices[0]!)).toMatchObject(right)
})

test('WeChat Pay: from the code to the notice', async () => {
  type = 'wxpay'
  await using site = await openWxpay()
  const account = accountOf(site.config)
  expect(await begin(account)).toMatchObject({ kind: 'qr' })
  expect(await site.pay('PH1')).toMatchObject({ status: 200 })
  expect(await port.readNotice(account, notices[0]!)).toMatchObject(right)
})
