import { CallError } from '@posthouse/contract/client'
import type { IdentityProvider } from '@posthouse/contract/user'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, expect, test } from 'vitest'

let product: Product
let root: Awaited<ReturnType<Product['root']>>
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
})
afterAll(() => product.close())

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )

type Person = Awaited<ReturnType<Product['user']>>

const bind = (person: Person, provider: IdentityProvider, subject: string) =>
  product.server.stores.identities.insert({
    userId: person.id,
    provider,
    subject,
    name: `${provider} account`,
    at: 1_700_000_000_000,
  })

const users = () => product.server.stores.db.updateTable('users')

const withoutPassword = async (name: string): Promise<Person> => {
  const person = await product.user({ name })
  await users().set({ password: '' }).where('id', '=', person.id).execute()
  return person
}

/** GitHub and OIDC as ways to sign in. */
const switchOn = () =>
  root.client.setOptions({
    body: {
      changes: [
        { key: 'GitHubClientId', value: 'id' },
        { key: 'GitHubClientSecret', value: 'secret' },
        { key: 'GitHubOAuthEnabled', value: 'true' },
        { key: 'OIDCClientId', value: 'id' },
        { key: 'OIDCClientSecret', value: 'secret' },
        { key: 'OIDCIssuer', value: 'http://127.0.0.1:9' },
        { key: 'OIDCAuthEnabled', value: 'true' },
      ],
    },
  })

test('bindings are listed and unbound', async () => {
  const person = await product.user({ name: 'lists' })
  await bind(person, 'github', '101')
  expect(await person.client.listBindings({})).toEqual([
    { provider: 'github', name: 'github account', created_time: 1_700_000_000 },
  ])
  expect(await codeOf(person.client.unbind({ body: { type: 'lark' } }))).toBe('user.not-bound')
  await person.client.unbind({ body: { type: 'github' } })
  expect(await person.client.listBindings({})).toEqual([])
  expect(await codeOf(person.client.unbind({ body: { type: 'github' } }))).toBe('user.not-bound')
})

test('the last way to sign in stays', async () => {
  const person = await withoutPassword('last')
  await bind(person, 'github', '201')
  await bind(person, 'oidc', 'https://issuer|201')
  await bind(person, 'telegram', '201')
  const unbind = (type: IdentityProvider) => codeOf(person.client.unbind({ body: { type } }))
  // A provider that is off signs nobody in, and a bot never does.
  expect(await unbind('github')).toBe('user.last-way-in')
  expect(await unbind('oidc')).toBe('user.last-way-in')
  expect(await unbind('telegram')).toBe('ok')
  await switchOn()
  const both = await Promise.all([unbind('github'), unbind('oidc')])
  expect(both.toSorted()).toEqual(['ok', 'user.last-way-in'])
  expect(await person.client.listBindings({})).toHaveLength(1)
})

test('an address can be unbound, and a password is a way in', async () => {
  const person = await product.user({ name: 'mailed' })
  await users().set({ email: 'mailed@example.com' }).where('id', '=', person.id).execute()
  await bind(person, 'github', '301')
  await person.client.unbind({ body: { type: 'email' } })
  expect((await person.client.getSelf({})).email).toBe('')
  expect(await codeOf(person.client.unbind({ body: { type: 'email' } }))).toBe('user.not-bound')
  expect(await codeOf(person.client.unbind({ body: { type: 'github' } }))).toBe('ok')
})

test('administrators unbind those whom they may change', async () => {
  const admin = await product.user({ name: 'keeper', role: 10 })
  const peer = await product.user({ name: 'peer', role: 10 })
  const person = await product.user({ name: 'kept' })
  await bind(peer, 'github', '401')
  await bind(person, 'github', '402')
  const of = ({ id }: Person) => ({ params: { id: Number(id) } })
  expect(await codeOf(admin.client.listUserBindings(of(peer)))).toBe('user.level')
  expect(await codeOf(admin.client.unbindUser({ ...of(peer), body: { type: 'github' } }))).toBe(
    'user.level',
  )
  expect(await codeOf(person.client.listUserBindings(of(peer)))).toBe('auth.role-too-low')
  expect(await admin.client.listUserBindings(of(person))).toHaveLength(1)
  await admin.client.unbindUser({ ...of(person), body: { type: 'github' } })
  expect(await person.client.listBindings({})).toEqual([])
})

test('a deleted user leaves the identity to whoever comes next', async () => {
  const person = await product.user({ name: 'leaves' })
  await bind(person, 'github', '501')
  await root.client.deleteUser({ params: { id: Number(person.id) } })
  expect(await product.server.stores.identities.findAccount('github', '501')).toBeNull()
  const next = await product.user({ name: 'next' })
  await bind(next, 'github', '501')
  expect(await product.server.stores.identities.findAccount('github', '501')).toMatchObject({
    id: next.id,
  })
})
