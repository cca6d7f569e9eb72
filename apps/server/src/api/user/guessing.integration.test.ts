import { defaultAttemptLimits } from '../../domain/accounts/attempt-limiter.ts'
import { openProduct, type Product, rootPassword } from '@posthouse/testkit/product'
import { afterAll, beforeAll, expect, test } from 'vitest'

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

test('an administrator is told of a proxy that nobody named', async () => {
  await using unnamed = await openProduct()
  const root = await unnamed.root()
  expect(await root.client.getWarnings({})).toEqual({ rows: [] })
  await fetch(`${unnamed.address}/healthz`, { headers: { 'x-forwarded-for': '198.51.100.7' } })
  expect(await root.client.getWarnings({})).toEqual({
    rows: [{ id: 'untrusted-proxy', figures: { address: '127.0.0.1' } }],
  })
})
