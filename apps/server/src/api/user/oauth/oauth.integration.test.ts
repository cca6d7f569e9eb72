import { CallError, type Client } from '@posthouse/contract/client'
import type { SettingKey } from '@posthouse/contract/setting'
import { readBooks } from '@posthouse/testkit/books'
import {
  type GitHubStandIn,
  type GitHubUser,
  openGitHub,
} from '@posthouse/testkit/identity-providers/github'
import { type LarkStandIn, openLark } from '@posthouse/testkit/identity-providers/lark'
import { type OidcStandIn, openOidc } from '@posthouse/testkit/identity-providers/oidc'
import { openWeChat, type WeChatStandIn } from '@posthouse/testkit/identity-providers/wechat'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { totpOf } from '@posthouse/testkit/totp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: Product
let github: GitHubStandIn
let lark: LarkStandIn
let wechat: WeChatStandIn
let oidc: OidcStandIn
const set = async (values: Partial<Record<SettingKey, string>>): Promise<void> => {
  const { client } = await product.root()
  const changes = Object.entries(values).map(([key, value]) => ({ key, value }))
  await client.setOptions({ body: { changes } })
}
beforeAll(async () => {
  product = await openProduct()
  github = await openGitHub()
  lark = await openLark()
  wechat = await openWeChat()
  oidc = await openOidc(`${product.address}/oauth/oidc`)
  await set({
    QuotaForNewUser: '5000',
    GitHubOAuthEnabled: 'true',
    GitHubAddress: github.address,
    GitHubApiAddress: `${github.address}/`,
    GitHubClientId: github.clientId,
    GitHubClientSecret: github.clientSecret,
    LarkAuthEnabled: 'true',
    LarkAddress: lark.address,
    LarkClientId: lark.clientId,
    LarkClientSecret: lark.clientSecret,
    WeChatAuthEnabled: 'true',
    WeChatServerAddress: wechat.address,
    WeChatServerToken: wechat.token,
    OIDCAuthEnabled: 'true',
    OIDCIssuer: oidc.address,
    OIDCClientId: oidc.clientId,
    OIDCClientSecret: oidc.clientSecret,
  })
})
afterAll(async () => {
  await product.close()
  for (const provider of [github, lark, wechat, oidc]) await provider[Symbol.asyncDispose]()
})

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )

let people = 1_000
const somebody = (more: Partial<GitHubUser> = {}): GitHubUser => {
  people += 1
  return { id: people, login: `person${people}`, ...more }
}

const withGitHub = async ({ client }: { client: Client }, user = somebody(), aff = '') => {
  const state = await client.startOauth({})
  return client.oauthGitHub({ query: { code: github.code(user), state, aff } })
}
/** Begun and finished in the same browser, as the person given. */
const ways: Record<
  'github' | 'lark' | 'wechat' | 'oidc',
  (browser: Browser, who: number) => Promise<unknown>
> = {
  github: (browser, id) => withGitHub(browser, { id, login: 'same name' }),
  lark: async ({ client }, who) => {
    const state = await client.startOauth({})
    const code = lark.code({ open_id: `ou_${who}`, name: 'same name' })
    return client.oauthLark({ query: { code, state } })
  },
  wechat: ({ client }, who) => client.oauthWeChat({ query: { code: wechat.code(`wx_${who}`) } }),
  oidc: async ({ client }, who) => {
    oidc.user = { sub: `sub_${who}`, preferred_username: 'same name' }
    return client.oauthOidc({ query: await oidc.agree(await client.startOidc({})) })
  },
}
const providers = Object.keys(ways) as (keyof typeof ways)[]

/** As if somebody had signed in long ago. */
const grow = (id: bigint) =>
  product.server.stores.db
    .updateTable('sessions')
    .set({ authenticated_at: BigInt(Date.now() - 3_600_000) })
    .where('user_id', '=', id)
    .execute()

describe.each(providers)('with %s', (provider) => {
  test('a stranger gets one account with its starting balance, again and again', async () => {
    const [first, second, other] = [product.browser(), product.browser(), product.browser()]
    await ways[provider](first, 1)
    await ways[provider](second, 1)
    await ways[provider](other, 2)
    const self = await first.client.getSelf({})
    expect(self).toMatchObject({ quota: 5_000, role: 1, email: '', has_password: false })
    expect(await second.client.getSelf({})).toEqual(self)
    expect((await other.client.getSelf({})).id).not.toBe(self.id)
    expect((await first.client.listBindings({})).map((bound) => bound.provider)).toEqual([provider])
    // Nobody signs in by a password that was never set.
    const login = (password: string) =>
      codeOf(product.browser().client.login({ body: { username: self.username, password } }))
    expect(await login('a password')).toBe('auth.wrong-credentials')
  })

  test('nobody new comes in while registration is closed, and no disabled user does', async () => {
    const known = product.browser()
    await ways[provider](known, 3)
    await set({ RegisterEnabled: 'false' })
    expect(await codeOf(ways[provider](product.browser(), 4))).toBe('oauth.register-closed')
    expect(await codeOf(ways[provider](product.browser(), 3))).toBe('ok')
    await set({ RegisterEnabled: 'true' })
    const { id } = await known.client.getSelf({})
    await product.server.stores.accounts.update(BigInt(id), { status: 2n })
    expect(await codeOf(ways[provider](product.browser(), 3))).toBe('auth.user-disabled')
  })

  test('an account with an authenticator app asks for its code as well', async () => {
    const owner = product.browser()
    await ways[provider](owner, 5)
    const { secret } = await owner.client.beginSecondFactor({})
    await owner.client.confirmSecondFactor({ body: { code: totpOf(secret) } })
    const browser = product.browser()
    const verify = (code: string) => codeOf(browser.client.verifyLogin({ body: { code } }))
    expect(await codeOf(ways[provider](browser, 5))).toBe('auth.second-factor')
    expect(await codeOf(browser.client.getSelf({}))).toBe('auth.signed-out')
    expect(await verify('000000')).toBe('second-factor.wrong-code')
    // The code of now was used in the set-up; the next one is accepted a little early.
    expect(await verify(totpOf(secret, 1))).toBe('ok')
    expect((await browser.client.getSelf({})).id).toBe((await owner.client.getSelf({})).id)
  })

  test('it is a way in only while it is on', async () => {
    const flags = {
      github: 'GitHubOAuthEnabled',
      lark: 'LarkAuthEnabled',
      wechat: 'WeChatAuthEnabled',
      oidc: 'OIDCAuthEnabled',
    } as const
    await set({ [flags[provider]]: 'false' })
    expect(await codeOf(ways[provider](product.browser(), 1))).toBe('oauth.off')
    await set({ [flags[provider]]: 'true' })
  })
})

describe('a state', () => {
  test('is used once, in the browser that asked for it', async () => {
    const { client } = product.browser()
    const other = product.browser()
    await other.client.startOauth({})
    const state = await client.startOauth({})
    const ask = (by: Client, state: string) =>
      codeOf(by.oauthGitHub({ query: { code: github.code(), state } }))
    expect(await ask(product.browser().client, await client.startOauth({}))).toBe(
      'oauth.state-invalid',
    )
    expect(await ask(other.client, await client.startOauth({}))).toBe('oauth.state-invalid')
    expect(await ask(client, state)).toBe('ok')
    expect(await ask(client, state)).toBe('oauth.state-invalid')
    expect(await ask(client, '')).toBe('oauth.state-invalid')
    expect(await ask(client, 'made up')).toBe('oauth.state-invalid')
  })

  test('expires, and is none of the other flow', async () => {
    const { client } = product.browser()
    const state = await client.startOauth({})
    await product.server.stores.db.updateTable('challenges').set({ expires_at: 1n }).execute()
    const query = { code: github.code(), state }
    expect(await codeOf(client.oauthGitHub({ query }))).toBe('oauth.state-invalid')
    const plain = await client.startOauth({})
    expect(await codeOf(client.oauthOidc({ query: { code: 'x', state: plain } }))).toBe(
      'oauth.state-invalid',
    )
    const begun = await oidc.agree(await client.startOidc({}))
    expect(await codeOf(client.oauthGitHub({ query: { ...query, state: begun.state } }))).toBe(
      'oauth.state-invalid',
    )
  })

  test('makes nobody’s code good', async () => {
    const { client } = product.browser()
    const ask = async (code: string) =>
      codeOf(client.oauthGitHub({ query: { code, state: await client.startOauth({}) } }))
    expect(await ask(lark.code())).toBe('oauth.refused')
    const code = github.code()
    expect(await ask(code)).toBe('ok')
    expect(await ask(code)).toBe('oauth.refused')
  })

  test('of OIDC holds the nonce and the verifier of its own sign-in', async () => {
    const { client } = product.browser()
    const one = await oidc.agree(await client.startOidc({}))
    const two = await oidc.agree(await client.startOidc({}))
    const ask = (query: typeof one) => codeOf(client.oauthOidc({ query }))
    expect(await ask({ ...one, state: two.state })).toBe('oauth.refused')
    expect(await ask({ ...one, iss: 'https://evil.example' })).toBe('oauth.refused')
    const again = await oidc.agree(await client.startOidc({}))
    expect(await ask({ ...again, iss: '' })).toBe('ok')
  })
})

describe('somebody who is signed in', () => {
  const bindGitHub = async (browser: Browser, user: GitHubUser) => {
    let heard = ''
    const state = await browser.client.startOauth({})
    const query = { code: github.code(user), state }
    await browser.client.oauthGitHub({ query }, { onMessage: (message) => (heard = message) })
    return heard
  }

  test('binds an account, and signs in with it', async () => {
    const person = await product.user({ name: 'binds' })
    const user = somebody()
    expect(await bindGitHub(person, user)).toBe('bind')
    expect(await bindGitHub(person, user)).toBe('bind')
    expect(await person.client.listBindings({})).toMatchObject([
      { provider: 'github', name: user.login },
    ])
    const back = product.browser()
    expect(await withGitHub(back, user)).toMatchObject({ username: 'binds' })
    expect(await codeOf(bindGitHub(person, somebody()))).toBe('oauth.already-bound')
  })

  test('cannot take what is another’s', async () => {
    const user = somebody()
    await withGitHub(product.browser(), user)
    const person = await product.user({ name: 'takes' })
    expect(await codeOf(bindGitHub(person, user))).toBe('oauth.bound-elsewhere')
    await product.browser().client.oauthWeChat({ query: { code: wechat.code('wx_other') } })
    const query = { code: wechat.code('wx_other') }
    expect(await codeOf(person.client.bindWeChat({ query }))).toBe('oauth.bound-elsewhere')
    expect(await codeOf(person.client.bindWeChat({ query: { code: 'made up' } }))).toBe(
      'oauth.code-invalid',
    )
    expect(await codeOf(person.client.bindWeChat({ query: { code: wechat.code('wx_own') } }))).toBe(
      'ok',
    )
  })

  test('proves who it is before, and finishes in the same session', async () => {
    const person = await product.user({ name: 'late' })
    const state = await person.client.startOauth({})
    await person.client.login({ body: { username: 'late', password: 'password of the tests' } })
    const query = { code: github.code(), state }
    expect(await codeOf(person.client.oauthGitHub({ query }))).toBe('oauth.state-invalid')
    await grow(person.id)
    expect(await codeOf(person.client.startOauth({}))).toBe('auth.recent-sign-in')
    expect(await codeOf(person.client.startOidc({}))).toBe('auth.recent-sign-in')
    expect(await codeOf(person.client.bindWeChat({ query: { code: wechat.code('wx') } }))).toBe(
      'auth.recent-sign-in',
    )
  })
})

describe('an address', () => {
  const emails = (email: string, verified = true) => [{ email, verified, primary: true }]
  test('never finds an account, and is kept only where it is proved and free', async () => {
    const owner = await product.user({ name: 'owner' })
    await product.server.stores.accounts.update(owner.id, { email: 'owner@example.com' })
    const selfOf = async (more: Partial<GitHubUser>) => {
      const browser = product.browser()
      await withGitHub(browser, somebody(more))
      return browser.client.getSelf({})
    }
    const taken = await selfOf({ login: 'owner', emails: emails('Owner@example.com') })
    expect(taken).toMatchObject({ username: 'owner2', email: '' })
    expect((await selfOf({ emails: emails('new@example.com', false) })).email).toBe('')
    expect((await selfOf({ emails: emails('New@example.com') })).email).toBe('new@example.com')
    oidc.user = { sub: 'mailed', email: 'oidc@example.com', email_verified: false }
    const unproved = product.browser()
    await unproved.client.oauthOidc({
      query: await oidc.agree(await unproved.client.startOidc({})),
    })
    expect((await unproved.client.getSelf({})).email).toBe('')
  })
})

describe('a provider', () => {
  test.each(['page', 'error', 'odd'] as const)(
    'that answers with %s signs nobody in',
    async (mode) => {
      for (const server of [github, lark, wechat]) server.mode = mode
      const refused = []
      for (const way of ['github', 'lark', 'wechat'] as const) {
        refused.push(await codeOf(ways[way](product.browser(), 1)))
      }
      for (const server of [github, lark, wechat]) server.mode = 'answers'
      expect(refused).toEqual(Array.from({ length: 3 }, () => 'oauth.unreachable'))
    },
  )

  test('that is not there signs nobody in', async () => {
    await using gone = await openGitHub()
    await gone[Symbol.asyncDispose]()
    await set({ OIDCIssuer: gone.address, GitHubAddress: gone.address })
    expect(await codeOf(product.browser().client.startOidc({}))).toBe('oauth.unreachable')
    expect(await codeOf(withGitHub(product.browser()))).toBe('oauth.unreachable')
    await set({ OIDCIssuer: github.address, GitHubAddress: github.address })
    expect(await codeOf(product.browser().client.startOidc({}))).toBe('oauth.unreachable')
    await set({ OIDCIssuer: oidc.address })
  })

  test('that names nobody signs nobody in', async () => {
    const { client } = product.browser()
    expect(await codeOf(client.oauthWeChat({ query: { code: wechat.code(' ') } }))).toBe(
      'oauth.no-identity',
    )
    const query = { code: lark.code({ open_id: '', name: '' }), state: await client.startOauth({}) }
    expect(await codeOf(client.oauthLark({ query }))).toBe('oauth.no-identity')
  })
})

test('an invitation is honoured', async () => {
  await set({ QuotaForInvitee: '300', QuotaForInviter: '700' })
  const inviter = await product.user({ name: 'inviter' })
  const invited = product.browser()
  await withGitHub(invited, somebody(), await inviter.client.getInvitationCode({}))
  expect((await invited.client.getSelf({})).quota).toBe(5_300)
  expect((await inviter.client.getSelf({})).quota).toBe(700)
})

test('the same stranger twice at once is one account', async () => {
  const user = somebody()
  const browsers = [product.browser(), product.browser()]
  const users = await Promise.all(browsers.map((browser) => withGitHub(browser, user)))
  expect(users[0]?.id).toBe(users[1]?.id)
})

test('a first password needs no old one, but a recent sign-in', async () => {
  const browser = product.browser()
  const { id } = await withGitHub(browser)
  const ask = () => codeOf(browser.client.updateSelf({ body: { password: 'a first password' } }))
  await grow(BigInt(id))
  expect(await ask()).toBe('oauth.sign-in-again')
  const again = product.browser()
  await withGitHub(again, { id: people, login: '' })
  expect(await codeOf(again.client.updateSelf({ body: { password: 'a first password' } }))).toBe(
    'ok',
  )
  expect(await again.client.getSelf({})).toMatchObject({ has_password: true })
  expect(await codeOf(again.client.updateSelf({ body: { password: 'a second password' } }))).toBe(
    'user.wrong-password',
  )
})

test('a method is switched on only with all that it needs', async () => {
  await set({ GitHubOAuthEnabled: 'false', GitHubClientSecret: '' })
  const on = set({ GitHubOAuthEnabled: 'true' })
  await expect(on).rejects.toMatchObject({ fields: { GitHubClientSecret: expect.any(String) } })
  await set({ GitHubOAuthEnabled: 'true', GitHubClientSecret: github.clientSecret })
  await expect(set({ GitHubClientSecret: '' })).rejects.toMatchObject({ code: 'option.invalid' })
  await expect(set({ OIDCScopes: '' })).rejects.toMatchObject({ code: 'option.invalid' })
})

test('the books are right afterwards', async () => {
  expect(await readBooks(product.server.stores).differences()).toEqual([])
})
