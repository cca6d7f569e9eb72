import { defaultAttemptLimits } from '../../domain/accounts/attempt-limiter.ts'
import { openWeChat } from '@posthouse/testkit/identity-providers/wechat'
import { openProduct, type Product, rootPassword } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: Product
beforeAll(async () => {
  const env = { TRUSTED_PROXIES: '127.0.0.1' }
  product = await openProduct({ env, attemptLimits: defaultAttemptLimits })
})
afterAll(() => product.close())

type Guess = {
  readonly from: string
  readonly password: string
  readonly cookie?: string
  readonly username?: string
}

async function codeOf({ from, password, cookie = '', username = 'root' }: Guess): Promise<string> {
  const response = await fetch(`${product.address}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, cookie },
    body: JSON.stringify({ username, password }),
  })
  return ((await response.json()) as { code?: string }).code ?? 'ok'
}

test('of many guesses at once few are looked at, and nobody else is locked out', async () => {
  const root = await product.root()
  const from = '198.51.100.7'
  const guesses = Array.from({ length: 60 }, (_, number) =>
    codeOf({ from, password: `guess ${number}` }),
  )
  const codes = await Promise.all(guesses)
  const lookedAt = codes.filter((code) => code === 'auth.wrong-credentials').length
  expect(codes.filter((code) => code === 'auth.too-many-attempts')).toHaveLength(60 - lookedAt)
  // Six, and one more for every wait that is over before a slow machine has looked at them all.
  expect(lookedAt).toBeGreaterThanOrEqual(6)
  expect(lookedAt).toBeLessThanOrEqual(12)

  const password = rootPassword
  await root.client.confirmPassword({ body: { password } })
  expect(await codeOf({ from, password, cookie: root.cookie() })).toBe('ok')
  expect(await codeOf({ from: '203.0.113.9', password })).toBe('ok')
})

test('when to wait does not tell which names there are', async () => {
  // Five are free and the sixth begins to wait, unless the two spellings are counted apart.
  const waits = async (from: string, name: string) => {
    const codes: string[] = []
    for (const username of [
      ...Array<string>(5).fill(name),
      ...Array<string>(5).fill(name.toUpperCase()),
    ]) {
      codes.push(await codeOf({ from, password: 'wrong', username }))
    }
    return codes.includes('auth.too-many-attempts')
  }
  expect(await waits('198.51.100.21', 'ghost')).toBe(true)
  expect(await waits('198.51.100.22', 'root')).toBe(true)
})

const asksAt = async (address: string, from: string, body?: object): Promise<string> => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(address, { headers, ...sent })
  return ((await response.json()) as { code?: string }).code ?? 'ok'
}

describe('codes that are guessed from many addresses', () => {
  let strict: Product
  let wechat: Awaited<ReturnType<typeof openWeChat>>
  beforeAll(async () => {
    const attemptLimits = { ...defaultAttemptLimits, ofEverybody: 5 }
    strict = await openProduct({ env: { TRUSTED_PROXIES: '127.0.0.1' }, attemptLimits })
    wechat = await openWeChat()
    const changes = Object.entries({
      WeChatAuthEnabled: 'true',
      WeChatServerAddress: wechat.address,
      WeChatServerToken: wechat.token,
      EmailVerificationEnabled: 'true',
    }).map(([key, value]) => ({ key, value }))
    await (await strict.root()).client.setOptions({ body: { changes } })
  })
  afterAll(async () => {
    await strict.close()
    await wechat[Symbol.asyncDispose]()
  })

  const withWeChat = (code: string, from: string) =>
    asksAt(`${strict.address}/api/oauth/wechat?code=${encodeURIComponent(code)}`, from)

  const password = 'a long password'
  const email = 'guessed@example.com'
  const guesses: Readonly<Record<string, [wrong: string, (from: string) => Promise<string>]>> = {
    'a code of WeChat': ['oauth.code-invalid', (from) => withWeChat('wrong', from)],
    'a mailed code': [
      'user.code-invalid',
      (from) => {
        const body = { username: 'guesser', password, email, verification_code: 'AAAAAA' }
        return asksAt(`${strict.address}/api/user/register`, from, body)
      },
    ],
    'a mailed link': [
      'user.reset-link-invalid',
      (from) => asksAt(`${strict.address}/api/user/reset`, from, { email, token: 'x', password }),
    ],
  }

  test('right ones are not counted', async () => {
    for (let number = 1; number <= 10; number += 1) {
      const code = wechat.code(`wx_${number}`)
      expect(await withWeChat(code, `203.0.113.${number}`)).toBe('ok')
    }
  })

  test.each(Object.entries(guesses))('%s waits after five', async (_name, [wrong, guess]) => {
    const froms = Array.from({ length: 20 }, (_, number) => `198.51.100.${number + 1}`)
    const codes = await Promise.all(froms.map(guess))
    const lookedAt = codes.filter((code) => code === wrong).length
    expect(codes.filter((code) => code === 'auth.too-many-attempts')).toHaveLength(20 - lookedAt)
    // Six, and one more for every wait that is over before a slow machine has looked at them all.
    expect(lookedAt).toBeGreaterThanOrEqual(6)
    expect(lookedAt).toBeLessThanOrEqual(10)
  })
})

test('an administrator is told of a proxy that nobody named', async () => {
  await using unnamed = await openProduct()
  const root = await unnamed.root()
  expect(await root.client.getWarnings({})).toEqual({ rows: [] })
  await fetch(`${unnamed.address}/healthz`, { headers: { 'x-forwarded-for': '198.51.100.7' } })
  expect(await root.client.getWarnings({})).toEqual({
    rows: [{ id: 'untrusted-proxy', figures: { address: '127.0.0.1' } }],
  })
})
