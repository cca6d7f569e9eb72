import { CallError } from '@posthouse/contract/client'
import { openProduct, type Product, rootPassword } from '@posthouse/testkit/product'
import { openTurnstile, type TurnstileStand } from '@posthouse/testkit/turnstile'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let product: Product
let stand: TurnstileStand
beforeAll(async () => {
  product = await openProduct()
  stand = await openTurnstile()
  const { client } = await product.root()
  await expect(
    client.setOption({ body: { key: 'TurnstileCheckEnabled', value: 'true' } }),
  ).rejects.toMatchObject({ code: 'option.invalid', fields: { value: expect.anything() } })
  const changes = [
    { key: 'TurnstileAddress', value: stand.address },
    { key: 'TurnstileSiteKey', value: stand.siteKey },
    { key: 'TurnstileSecretKey', value: stand.secret },
    { key: 'TurnstileCheckEnabled', value: 'true' },
  ]
  await client.setOptions({ body: { changes } })
})
beforeEach(() => {
  stand.mode = 'accept'
})
afterAll(async () => {
  await product.close()
  await stand[Symbol.asyncDispose]()
})

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )

const root = { username: 'root', password: rootPassword }
let number = 0
const solved = (): string => `solved-${(number += 1)}`
const signIn = (turnstile?: string) =>
  codeOf(
    product.browser().client.login({ body: root }, turnstile === undefined ? {} : { turnstile }),
  )

describe('while the check is on', () => {
  test('what is missing, forged or used before is refused', async () => {
    expect(await signIn()).toBe('turnstile.failed')
    expect(await signIn('forged')).toBe('turnstile.failed')
    expect(await signIn('x'.repeat(5_000))).toBe('turnstile.failed')
    const token = solved()
    expect(await signIn(token)).toBe('ok')
    expect(await signIn(token)).toBe('turnstile.failed')
    expect(stand.asked.at(-1)).toMatchObject({ secret: stand.secret, remoteip: '127.0.0.1' })
  })

  test('a service that is down lets nobody through', async () => {
    stand.mode = 'down'
    expect(await signIn(solved())).toBe('turnstile.down')
  })

  test('a right password is not told apart without the check', async () => {
    const wrong = product.browser().client.login({ body: { ...root, password: 'wrong' } })
    expect(await codeOf(wrong)).toBe('turnstile.failed')
  })

  test('sign-up, codes and reset links ask for it, and take it in the query', async () => {
    const { client, fetch } = product.browser()
    const body = { username: 'newcomer', password: 'a long password' }
    expect(await codeOf(client.register({ body }))).toBe('turnstile.failed')
    const query = { email: 'somebody@example.com' }
    expect(await codeOf(client.sendCode({ query }))).toBe('turnstile.failed')
    expect(await codeOf(client.sendResetLink({ query }))).toBe('turnstile.failed')
    const address = `/api/verification?email=somebody@example.com&turnstile=${solved()}`
    expect(await (await fetch(address)).json()).toMatchObject({ code: 'mail.off' })
  })

  test('a code for somebody who is signed in needs none', async () => {
    const browser = product.browser()
    await browser.client.login({ body: root }, { turnstile: solved() })
    const sent = browser.client.sendCode({ query: { email: 'mine@example.com' } })
    expect(await codeOf(sent)).toBe('mail.off')
  })

  test('pages may load the widget, and may not once it is off', async () => {
    const policy = async () =>
      (await fetch(product.address)).headers.get('content-security-policy') ?? ''
    expect(await policy()).toContain(stand.address)
    const browser = product.browser()
    await browser.client.login({ body: root }, { turnstile: solved() })
    const status = await browser.client.getStatus({})
    expect(status).toMatchObject({
      turnstile_check: true,
      turnstile_site_key: stand.siteKey,
      turnstile_address: stand.address,
    })
    await browser.client.setOption({ body: { key: 'TurnstileCheckEnabled', value: 'false' } })
    expect(await policy()).not.toContain(stand.address)
    expect(await signIn()).toBe('ok')
  })
})
