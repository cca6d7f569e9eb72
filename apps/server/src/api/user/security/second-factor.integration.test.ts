import { CallError } from '@posthouse/contract/client'
import { defaultAttemptLimits } from '../../../domain/accounts/attempt-limiter.ts'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { totpOf } from '@posthouse/testkit/totp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product.close())

const password = 'password of the tests'

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )

async function guarded(name: string, role = 1, on = product) {
  const user = await on.user({ name, role })
  const { secret, uri } = await user.client.beginSecondFactor({})
  const body = { code: totpOf(secret) }
  const { recovery_codes: codes } = await user.client.confirmSecondFactor({ body })
  // As if the codes of now had not been used yet.
  await forgetSteps(user.id, on)
  return { user, secret, uri, codes, code: codes[0] ?? '' }
}

const forgetSteps = (id: bigint, { server }: Product = product) =>
  server.stores.db
    .updateTable('second_factors')
    .set({ last_step: 0n })
    .where('user_id', '=', id)
    .execute()

const longAgo = (id: bigint) =>
  product.server.stores.db
    .updateTable('sessions')
    .set({ authenticated_at: 0n })
    .where('user_id', '=', id)
    .execute()

const givePassword = (browser: Browser, username: string) =>
  codeOf(browser.client.login({ body: { username, password } }))

const giveCode = (browser: Browser, code: string) =>
  codeOf(browser.client.verifyLogin({ body: { code } }))

async function halfIn(username: string): Promise<Browser> {
  const browser = product.browser()
  expect(await givePassword(browser, username)).toBe('auth.second-factor')
  return browser
}

describe('setting up', () => {
  test('takes effect with the first right code, and keeps the secret sealed', async () => {
    const user = await product.user({ name: 'setter' })
    const { secret, uri } = await user.client.beginSecondFactor({})
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(await givePassword(product.browser(), 'setter')).toBe('ok')
    const wrong = user.client.confirmSecondFactor({ body: { code: '000000' } })
    expect(await codeOf(wrong)).toBe('second-factor.wrong-code')
    expect(await user.client.getSecondFactor({})).toEqual({
      enabled: false,
      recovery_codes_left: 0,
    })
    const made = await user.client.confirmSecondFactor({ body: { code: totpOf(secret) } })
    expect(new Set(made.recovery_codes).size).toBe(10)
    expect(await user.client.getSecondFactor({})).toEqual({
      enabled: true,
      recovery_codes_left: 10,
    })
    expect(await givePassword(product.browser(), 'setter')).toBe('auth.second-factor')
    const { db } = product.server.stores
    const rows = [
      ...(await db.selectFrom('second_factors').selectAll().execute()),
      ...(await db.selectFrom('recovery_codes').selectAll().execute()),
    ]
    const stored = rows.map((row) => Object.values(row).join(' ')).join('\n')
    for (const text of [secret, ...made.recovery_codes]) expect(stored).not.toContain(text)
  })

  test('does not replace an app that is on, nor a secret by the code of another', async () => {
    const { user, secret } = await guarded('keeper')
    expect(await codeOf(user.client.beginSecondFactor({}))).toBe('second-factor.on')
    const again = user.client.confirmSecondFactor({ body: { code: totpOf(secret) } })
    expect(await codeOf(again)).toBe('second-factor.wrong-code')
  })

  test('asks for a recent sign-in, as all changes do', async () => {
    const { user } = await guarded('long-ago')
    await longAgo(user.id)
    const { client } = user
    for (const change of [
      () => client.beginSecondFactor({}),
      () => client.confirmSecondFactor({ body: { code: '000000' } }),
      () => client.renewRecoveryCodes({}),
      () => client.removeSecondFactor({}),
    ])
      expect(await codeOf(change())).toBe('auth.recent-sign-in')
  })
})

describe('the second step of a sign-in', () => {
  test('opens a session by a code of the app, once', async () => {
    const { secret } = await guarded('app-user')
    const browser = await halfIn('app-user')
    expect(await codeOf(browser.client.getSelf({}))).toBe('auth.signed-out')
    const code = totpOf(secret)
    expect(await giveCode(browser, code)).toBe('ok')
    expect(await browser.client.getSelf({})).toMatchObject({ username: 'app-user' })
    expect(await giveCode(await halfIn('app-user'), code)).toBe('second-factor.wrong-code')
  })

  test('a code that came after is not undone by an earlier one', async () => {
    const { secret } = await guarded('two-steps')
    expect(await giveCode(await halfIn('two-steps'), totpOf(secret))).toBe('ok')
    const before = await giveCode(await halfIn('two-steps'), totpOf(secret, -1))
    expect(before).toBe('second-factor.wrong-code')
  })

  test('of two who send the same code at the same time one comes in', async () => {
    const { secret } = await guarded('twins')
    const both = await Promise.all([halfIn('twins'), halfIn('twins')])
    const code = totpOf(secret)
    const codes = await Promise.all(both.map((browser) => giveCode(browser, code)))
    expect(codes.toSorted()).toEqual(['ok', 'second-factor.wrong-code'])
  })

  test('refuses what is old, wrong or of another account', async () => {
    const { secret } = await guarded('refuser')
    const other = await guarded('other-user')
    const browser = await halfIn('refuser')
    const tries = [totpOf(secret, -4), totpOf(other.secret), other.code, 'ab']
    for (const code of tries) expect(await giveCode(browser, code)).toBe('second-factor.wrong-code')
    expect(await giveCode(browser, '000000')).toBe('auth.second-step-over')
    expect(await giveCode(browser, totpOf(secret))).toBe('auth.second-step-over')
  })

  test('takes a recovery code once, however it is written', async () => {
    const { user, code } = await guarded('lost-phone')
    const written = ` ${code.toUpperCase().replaceAll('-', ' ')}`
    expect(await giveCode(await halfIn('lost-phone'), written)).toBe('ok')
    expect(await giveCode(await halfIn('lost-phone'), code)).toBe('second-factor.wrong-code')
    expect(await user.client.getSecondFactor({})).toMatchObject({ recovery_codes_left: 9 })
    const renewed = await user.client.renewRecoveryCodes({})
    expect(renewed.recovery_codes).not.toContain(code)
    expect(await user.client.getSecondFactor({})).toMatchObject({ recovery_codes_left: 10 })
  })

  test('is of the browser that gave the password, and of that password', async () => {
    const { user, secret } = await guarded('one-browser')
    await halfIn('one-browser')
    expect(await giveCode(product.browser(), totpOf(secret))).toBe('auth.second-step-over')
    const browser = await halfIn('one-browser')
    await product.server.stores.accounts.update(user.id, { password_changed_at: 1n })
    expect(await giveCode(browser, totpOf(secret))).toBe('auth.second-step-over')
  })

  test('tells a disabled account so, and opens nothing', async () => {
    const { user, secret } = await guarded('banned')
    const browser = await halfIn('banned')
    await product.server.stores.accounts.update(user.id, { status: 2n })
    expect(await giveCode(browser, totpOf(secret))).toBe('auth.user-disabled')
  })

  test('slows a hundred guesses down, whatever browser they come from', async () => {
    await using slow = await openProduct({
      attemptLimits: { ...defaultAttemptLimits, ofAddress: 1_000 },
    })
    await guarded('guessed', 1, slow)
    const codes: string[] = []
    for (let number = 0; number < 100; number += 1) {
      const browser = slow.browser()
      await givePassword(browser, 'guessed')
      codes.push(await giveCode(browser, '000000'))
    }
    const looked = codes.filter((code) => code === 'second-factor.wrong-code')
    expect(looked.length).toBeLessThan(10)
    // On a slow machine a pause may be over by the last of them.
    expect(codes).toContain('auth.too-many-attempts')
  })
})

describe('the confirmation of a session', () => {
  test('takes a code in place of the password', async () => {
    const { user, secret } = await guarded('confirmer')
    await longAgo(user.id)
    const confirm = (body: { code?: string; password?: string }) =>
      codeOf(user.client.confirmPassword({ body }))
    expect(await confirm({ code: '000000' })).toBe('second-factor.wrong-code')
    expect(await codeOf(user.client.removeSecondFactor({}))).toBe('auth.recent-sign-in')
    expect(await confirm({ code: totpOf(secret) })).toBe('ok')
    expect(await codeOf(user.client.removeSecondFactor({}))).toBe('ok')
    expect(await givePassword(product.browser(), 'confirmer')).toBe('ok')
    await expect(user.client.confirmPassword({ body: {} })).rejects.toMatchObject({
      fields: { password: 'Password is required' },
    })
  })

  test('takes no code of an account without an app', async () => {
    const user = await product.user({ name: 'no-app' })
    const confirm = user.client.confirmPassword({ body: { code: '000000' } })
    expect(await codeOf(confirm)).toBe('second-factor.wrong-code')
  })
})

describe('administrators', () => {
  const remove = (browser: Browser, id: bigint) =>
    codeOf(browser.client.removeUserSecondFactor({ params: { id: Number(id) } }))

  test('remove it from users below them, and from nobody else', async () => {
    const below = await guarded('below')
    const equal = await guarded('equal', 10)
    const { user: admin } = await guarded('the-admin', 10)
    expect(await remove(admin, below.user.id)).toBe('ok')
    expect(await givePassword(product.browser(), 'below')).toBe('ok')
    expect(await remove(admin, equal.user.id)).toBe('user.level')
    expect(await remove(admin, admin.id)).toBe('user.own')
    expect(await remove(admin, 1n)).toBe('user.level')
    expect(await remove(below.user, equal.user.id)).toBe('auth.role-too-low')
    expect(await givePassword(product.browser(), 'equal')).toBe('auth.second-factor')
  })

  test('a deleted user leaves none behind', async () => {
    const { user } = await guarded('leaver')
    const root = await product.root()
    await root.client.deleteUser({ params: { id: Number(user.id) } })
    const { db } = product.server.stores
    for (const table of ['second_factors', 'recovery_codes'] as const) {
      const rows = await db.selectFrom(table).where('user_id', '=', user.id).selectAll().execute()
      expect(rows).toEqual([])
    }
  })
})
