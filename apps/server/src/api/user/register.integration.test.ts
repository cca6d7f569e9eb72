import type { CallError } from '@posthouse/contract/client'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { readBooks } from '@posthouse/testkit/books'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product.close())

const set = async (values: Readonly<Record<string, string>>): Promise<void> => {
  const { client } = await product.root()
  for (const [key, value] of Object.entries(values))
    await client.setOption({ body: { key, value } })
}

const refusalOf = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: CallError) => error,
  )

const password = 'a password of a stranger'
const signUp = async (username: string, aff_code = '') => {
  const browser = product.browser()
  await browser.client.register({ body: { username, password, aff_code } })
  return browser
}

/** System rows of the caller's log: text and amount. */
const gifts = async ({ client }: { client: Awaited<ReturnType<typeof signUp>>['client'] }) =>
  (await client.listOwnLogs({ query: { log_type: 4 } })).data.map(({ content, quota }) => [
    content,
    quota,
  ])

describe('a stranger', () => {
  test('signs up, is signed in and begins with nothing by default', async () => {
    const { client } = await signUp('plain-one')
    expect(await client.getSelf({})).toMatchObject({
      username: 'plain-one',
      role: 1,
      group: 'default',
      quota: 0,
      password_changed: true,
    })
    expect(
      await product.browser().client.login({ body: { username: 'plain-one', password } }),
    ).toMatchObject({ username: 'plain-one' })
  })

  test('is given the starting balance and the rewards of an invitation, once each', async () => {
    await set({ QuotaForNewUser: '5000', QuotaForInvitee: '300', QuotaForInviter: '700' })
    const inviter = await signUp('inviter')
    const code = await inviter.client.getInvitationCode({})
    const invited = await signUp('invited', code)
    expect(await gifts(inviter)).toEqual([
      ['Reward for an invitation', 700],
      ['Starting balance of a new account', 5_000],
    ])
    expect(await gifts(invited)).toEqual([
      ['Bonus for signing up by invitation', 300],
      ['Starting balance of a new account', 5_000],
    ])
    expect((await inviter.client.getSelf({})).quota).toBe(5_700)
    expect((await invited.client.getSelf({})).quota).toBe(5_300)
    expect(await inviter.client.getOwnInvitations({})).toMatchObject({
      code,
      count: 1,
      rewards: 700,
      for_inviter: 700,
      for_invitee: 300,
      users: [{ username: 'invited', reward: 700 }],
    })
    expect(await invited.client.getOwnInvitations({})).toMatchObject({ count: 0, rewards: 0 })
  })

  test('of the same name as another gets neither an account nor money', async () => {
    const inviter = await signUp('inviter-two')
    const code = await inviter.client.getInvitationCode({})
    const both = await Promise.allSettled([signUp('same-name', code), signUp('same-name', code)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = await refusalOf(signUp('same-name', code))
    expect(refused).toMatchObject({
      code: 'user.username-taken',
      fields: { username: 'This username is taken' },
    })
    expect(await inviter.client.getOwnInvitations({})).toMatchObject({ count: 1, rewards: 700 })
    expect((await inviter.client.getSelf({})).quota).toBe(5_700)
  })

  test('with an unknown invitation, or an own one, signs up without a reward', async () => {
    const unknown = await signUp('unknown-code', 'nobody has it')
    expect((await unknown.client.getSelf({})).quota).toBe(5_000)
    const self = await signUp('own-code')
    const aff_code = await self.client.getInvitationCode({})
    await self.client.register({ body: { username: 'second-self', password, aff_code } })
    expect(await self.client.getSelf({})).toMatchObject({ username: 'second-self', quota: 5_000 })
    const { client } = product.browser()
    await client.login({ body: { username: 'own-code', password } })
    expect(await client.getOwnInvitations({})).toMatchObject({ count: 0 })
  })

  test.each([
    [{ username: '   ' }, 'username', 'Username is required'],
    [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
    [{ username: 'thirteen-long' }, 'username', 'Must have at most 12 characters'],
    [
      { username: 'a@b.example' },
      'username',
      'Username must not contain spaces, @ or control characters',
    ],
    [{ password: 'short' }, 'password', 'Password must be at least 8 characters'],
  ])('who gives %j is told at the field', async (wrong, field, text) => {
    const body = { username: 'fine-name', password, ...wrong }
    const { fields } = await refusalOf(product.browser().client.register({ body }))
    expect(fields).toEqual({ [field]: text })
  })
})

test('closed registration takes nobody, and the status says so', async () => {
  for (const key of ['RegisterEnabled', 'PasswordRegisterEnabled']) {
    await set({ [key]: 'false' })
    const { client } = product.browser()
    expect(await client.getStatus({})).toMatchObject({ register_enabled: false })
    expect(await refusalOf(signUp('too-late'))).toMatchObject({ code: 'user.register-closed' })
    await set({ [key]: 'true' })
    expect(await client.getStatus({})).toMatchObject({ register_enabled: true })
  }
})

test('the books are right afterwards', async () => {
  expect(await readBooks(product.server.stores).differences()).toEqual([])
})
