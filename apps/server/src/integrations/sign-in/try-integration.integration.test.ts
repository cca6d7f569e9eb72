import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openGitHub } from '@posthouse/testkit/identity-providers/github'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: Product
let root: Awaited<ReturnType<Product['root']>>
let stand: Server
let answer: { status: number; body: unknown }
let address: string
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
  stand = createServer((_request, response) => {
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => stand.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(stand.address() as AddressInfo).port}`
})
afterAll(async () => {
  stand.close()
  await product.close()
})

const set = (values: Readonly<Record<string, string>>) =>
  root.client.setOptions({
    body: { changes: Object.entries(values).map(([key, value]) => ({ key, value })) },
  })
type Service = Parameters<typeof root.client.testService>[0]['body']['service']
const trial = (service: Service) => root.client.testService({ body: { service } })

describe('the trial of a service', () => {
  test('tells a wrong secret of GitHub from settings that work', async () => {
    const github = await openGitHub()
    await set({
      GitHubAddress: github.address,
      GitHubClientId: github.clientId,
      GitHubClientSecret: 'wrong',
    })
    expect(await trial('github')).toMatchObject({ verdict: 'credentials' })
    await set({ GitHubClientSecret: github.clientSecret })
    expect(await trial('github')).toEqual({ verdict: 'works', said: '' })
    await github[Symbol.asyncDispose]()
    expect(await trial('github')).toMatchObject({ verdict: 'unreachable' })
  })

  test.each<[Service, string, number, unknown, string]>([
    ['lark', 'LarkAddress', 200, { code: 0, app_access_token: 't' }, 'works'],
    ['lark', 'LarkAddress', 200, { code: 10_014, msg: 'app secret invalid' }, 'credentials'],
    ['lark', 'LarkAddress', 200, '<html>', 'unknown'],
    ['wechat', 'WeChatServerAddress', 200, { success: false, message: 'wrong code' }, 'works'],
    ['wechat', 'WeChatServerAddress', 401, { success: false }, 'credentials'],
    ['turnstile', 'TurnstileAddress', 200, { 'error-codes': ['invalid-input-response'] }, 'works'],
    [
      'turnstile',
      'TurnstileAddress',
      200,
      { 'error-codes': ['invalid-input-secret'] },
      'credentials',
    ],
    ['telegram', 'TelegramApiAddress', 200, { ok: true, result: { username: 'bot' } }, 'works'],
    [
      'telegram',
      'TelegramApiAddress',
      401,
      { ok: false, description: 'Unauthorized' },
      'credentials',
    ],
    ['telegram', 'TelegramApiAddress', 500, 'down', 'unknown'],
    ['oidc', 'OIDCIssuer', 404, 'no', 'unknown'],
  ])('%s at %s: %s', async (service, key, status, body, verdict) => {
    answer = { status, body }
    await set({ [key]: address })
    expect((await trial(service)).verdict).toBe(verdict)
  })

  test('repeats no secret that a service sends back', async () => {
    await set({ LarkAddress: address, LarkClientSecret: 'canary-of-lark' })
    answer = { status: 200, body: { code: 1, msg: 'wrong secret canary-of-lark' } }
    expect(JSON.stringify(await trial('lark'))).not.toContain('canary-of-lark')
  })

  test('is for super administrators', async () => {
    const admin = await product.user({ name: 'keeper', role: 10 })
    await expect(admin.client.testService({ body: { service: 'github' } })).rejects.toMatchObject({
      code: 'auth.role-too-low',
    })
  })
})
