import { expect, type Page, test } from '@playwright/test'
import { type GitHubStandIn, openGitHub } from '@posthouse/testkit/identity-providers/github'
import { type LarkStandIn, openLark } from '@posthouse/testkit/identity-providers/lark'
import { type OidcStandIn, openOidc } from '@posthouse/testkit/identity-providers/oidc'
import { openWeChat, type WeChatStandIn } from '@posthouse/testkit/identity-providers/wechat'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { totpOf } from '@posthouse/testkit/totp'
import { inspect } from '../inspect.ts'
import { rootPassword, visitAs } from '../visit.ts'

/* With a product of its own: the ways to sign in are settings of the whole site. */

let product: Product
let github: GitHubStandIn
let lark: LarkStandIn
let wechat: WeChatStandIn
let oidc: OidcStandIn
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  product = await openProduct()
  github = await openGitHub(`${product.address}/oauth/github`)
  lark = await openLark()
  wechat = await openWeChat()
  oidc = await openOidc(`${product.address}/oauth/oidc`)
  const { client } = await product.root()
  const values = {
    ServerAddress: product.address,
    GitHubOAuthEnabled: 'true',
    GitHubAddress: github.address,
    GitHubApiAddress: github.address,
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
  }
  const changes = Object.entries(values).map(([key, value]) => ({ key, value }))
  await client.setOptions({ body: { changes } })
})
test.afterAll(async () => {
  await product.close()
  for (const provider of [github, lark, wechat, oidc]) await provider[Symbol.asyncDispose]()
})

const isIn = async (page: Page, name: string): Promise<void> => {
  await expect(page).toHaveURL(/\/panel\/dashboard/)
  await page.goto(`${product.address}/panel/profile`)
  await expect(page.getByLabel('Username')).toHaveValue(name)
}

const open = async (page: Page, path = '/login'): Promise<void> => {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}${path}`)
}

for (const { provider, name, path } of [
  { provider: 'GitHub', name: 'octocat', path: '/login' },
  { provider: 'Lark', name: 'LarkCourier', path: '/register' },
  { provider: 'OIDC', name: 'courier', path: '/login' },
]) {
  test(`somebody signs in with ${provider}`, async ({ page }) => {
    await open(page, path)
    await page.getByRole('button', { name: `Continue with ${provider}` }).click()
    await page.getByRole('link', { name: 'Authorize' }).click()
    await isIn(page, name)
  })
}

test('somebody signs in with a code from WeChat', async ({ page }) => {
  await open(page)
  const ways = page.getByRole('button', { name: /^Continue with/ })
  await expect(ways).toHaveText(
    ['GitHub', 'WeChat', 'Lark', 'OIDC'].map((way) => `Continue with ${way}`),
  )
  await inspect(page, 'the ways to sign in', 'en_US')
  await page.getByRole('button', { name: 'Continue with WeChat' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Verification code').fill('made-up')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByText('This code is wrong or has expired')).toBeVisible()
  await inspect(page, 'a sign-in with WeChat', 'en_US')
  await dialog.getByLabel('Verification code').fill(wechat.code('wx_1'))
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible()
  await isIn(page, 'wechat')
})

test('between Chinese words there is no space', async ({ page }) => {
  await visitAs(page, 'nobody', { language: 'zh_CN' })
  await page.goto(`${product.address}/login`)
  await expect(page.getByRole('button', { name: /^使用/ })).toHaveText([
    '使用 GitHub 登录',
    '使用微信登录',
    '使用飞书登录',
    '使用 OIDC 登录',
    '使用通行密钥登录',
  ])
})

test('somebody without a password sets a first one', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await page.getByRole('link', { name: 'Authorize' }).click()
  await isIn(page, 'octocat')
  await page.getByRole('button', { name: 'Set password' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Current password')).toHaveCount(0)
  await dialog.getByLabel('New password').fill('a first password')
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible()
})

test('who goes back at the provider, or comes with a stale address, is told why', async ({
  page,
}) => {
  await open(page, '/oauth/github?error=access_denied&state=x')
  await expect(page.getByText('The sign-in with GitHub was cancelled')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('alert')).toContainText('was cancelled')
  await page.goto(`${product.address}/oauth/github?code=x&state=y`)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('alert')).toContainText('Start again')
})

test('a lost answer is asked for again', async ({ page }) => {
  await open(page)
  await page.clock.install()
  let asked = 0
  await page.route('**/api/oauth/github?*', (route) => {
    asked += 1
    return asked < 3 ? route.abort() : route.continue()
  })
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await page.getByRole('link', { name: 'Authorize' }).click()
  await expect(page.getByText('(attempt 2 of 3)')).toBeVisible()
  await page.clock.runFor(3_000)
  await expect(page.getByText('(attempt 3 of 3)')).toBeVisible()
  await page.clock.runFor(3_000)
  await isIn(page, 'octocat')
})

test('somebody with a password binds accounts elsewhere, and unbinds one', async ({ page }) => {
  const name = `b${String(Date.now()).slice(-8)}`
  await open(page)
  const person = await product.user({ name })
  await page.getByLabel('Username or e-mail').fill(name)
  await page.getByLabel(/^Password/).fill('password of the tests')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await isIn(page, name)
  const section = page.getByRole('region', { name: 'Connected accounts' })
  for (const [provider, user] of [
    ['GitHub', { id: Number(person.id) + 1_000, login: 'hubert' }],
    ['OIDC', null],
  ] as const) {
    if (user === null) oidc.user = { ...oidc.user, sub: `of ${name}`, preferred_username: 'oda' }
    else github.user = user
    const window = page.waitForEvent('popup')
    await section.getByRole('button', { name: `Connect ${provider}` }).click()
    const elsewhere = await window
    await elsewhere.getByRole('link', { name: 'Authorize' }).click()
    await expect(elsewhere).toHaveURL(/\/panel/)
    await elsewhere.close()
    await page.reload()
    await expect(section.getByRole('button', { name: `Disconnect ${provider}` })).toBeVisible()
  }
  await section.getByRole('button', { name: 'Connect WeChat' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Verification code').fill(wechat.code(`wx of ${name}`))
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('WeChat connected')).toBeVisible()
  await expect(section.getByText('hubert')).toBeVisible()
  await inspect(page, 'accounts elsewhere', 'en_US')

  await section.getByRole('button', { name: 'Disconnect GitHub' }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).last().click()
  await expect(page.getByText('GitHub disconnected')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Connect GitHub' })).toBeVisible()
})

test('an account with an authenticator app asks for its code after a sign-in elsewhere', async ({
  page,
}) => {
  github.user = { id: 7_007, login: 'guarded' }
  const { client } = product.browser()
  const state = await client.startOauth({})
  await client.oauthGitHub({ query: { code: github.code(github.user), state } })
  await client.bindWeChat({ query: { code: wechat.code('wx_guarded') } })
  const { secret } = await client.beginSecondFactor({})
  const body = { code: totpOf(secret) }
  const { recovery_codes: codes } = await client.confirmSecondFactor({ body })

  await open(page)
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await page.getByRole('link', { name: 'Authorize' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Code *').fill('000000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await inspect(page, 'the second step after a sign-in elsewhere', 'en_US')
  await page.getByLabel('Code *').fill(totpOf(secret, 1))
  await page.getByRole('button', { name: 'Verify' }).click()
  await isIn(page, 'guarded')

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('user'))
  await page.goto(`${product.address}/login?next=/panel/log`)
  await page.getByRole('button', { name: 'Continue with WeChat' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Verification code').fill(wechat.code('wx_guarded'))
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code *').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/panel\/log/)
})

test('whoever leaves a failed sign-in is not taken away again', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.clock.install()
  await page.goto(`${product.address}/oauth/github`)
  await expect(page.getByText('was cancelled')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Models' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(page).toHaveURL(/\/price/)
})

test('an operator tries the settings of a provider', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/login`)
  await page.getByLabel('Username or e-mail').fill('root')
  await page.getByLabel(/^Password/).fill(rootPassword)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/panel\/dashboard/)
  await page.getByRole('link', { name: 'Set up GitHub' }).click()
  const section = page.locator('#github')
  await expect(section.getByRole('heading', { name: 'GitHub' })).toBeInViewport()
  await expect(section.getByText(`${product.address}/oauth/github`)).toBeVisible()
  await section.getByRole('button', { name: 'Test settings' }).click()
  await expect(section.getByText('The service accepts these settings.')).toBeVisible()
})
