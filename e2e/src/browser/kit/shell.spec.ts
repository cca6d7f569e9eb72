import { expect, type Page, test } from '@playwright/test'
import { expectAbove, rootPassword, tokenOf, travellerPassword, visitAs } from '../visit.ts'

const status = '**/api/status'
const notice = '**/api/notice'

/** Answers a public text of the operator's without changing the server that all tests share. */
const answer = (page: Page, call: string, data: unknown) =>
  page.route(call, (route) => route.fulfill({ json: { success: true, message: '', data } }))

async function signInAgain(page: Page, username: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ hasText: 'Your session has expired' })
  await dialog.locator('input[autocomplete="username"]').fill(username)
  await dialog.locator('input[type="password"]').fill(password)
  await dialog.getByRole('button', { name: 'Log in' }).click()
}

test.describe('a session that ends in the middle of work', () => {
  test('keeps a half-written form, and reads repeat by themselves', async ({ page }) => {
    await visitAs(page, 'traveller')
    await page.goto('/panel/token')
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Create token' }).first().click()
    const form = page.getByRole('dialog').filter({ hasText: 'Create token' })
    await form.getByLabel('Name').fill('half written')
    await page.context().clearCookies()
    await form.getByRole('button', { name: 'Create token' }).click()
    await expect(page.getByText('Your session has expired')).toBeVisible()
    const read = page.waitForResponse((response) => response.url().includes('/api/token/?'))
    await signInAgain(page, 'traveller', travellerPassword)
    expect((await read).status()).toBe(200)
    await expect(page.getByText('Your session has expired')).toBeHidden()
    await expect(form.getByLabel('Name')).toHaveValue('half written')
  })

  test('repeats a write at a click only', async ({ page }, info) => {
    await visitAs(page, 'traveller')
    const name = `repeat ${info.testId}`
    await tokenOf(page, name)
    await page.goto(`/panel/token?keyword=${encodeURIComponent(name)}`)
    await expect(page.getByText(name).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies()
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') writes.push(request.url())
    })
    await page.getByRole('button', { name: new RegExp(`Actions.*${name}`) }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await signInAgain(page, 'traveller', travellerPassword)
    await expect(page.getByText('Not saved because your session had expired: 1.')).toBeVisible()
    expect(writes).toHaveLength(1)
    const written = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Repeat', exact: true }).click()
    expect((await written).status()).toBe(200)
  })

  test('lets nothing behind the dialog be used', async ({ page }) => {
    await visitAs(page, 'traveller')
    await page.goto('/panel/token')
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Your session has expired')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Your session has expired')).toBeVisible()
    expect(
      await page.evaluate(() => document.querySelector('main')?.closest('[inert]') !== null),
    ).toBe(true)
  })

  test('drops everything for another user, and when one leaves', async ({ page }) => {
    await visitAs(page, 'root')
    await page.goto('/panel/channel')
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await signInAgain(page, 'traveller', travellerPassword)
    await expect(page).toHaveURL(/\/panel\/dashboard/)
    await page.goto('/panel/token')
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/panel/token')
    await expect(page).toHaveURL(/\/login/)
  })

  test('is heard by the other tabs, which drop everything for another user', async ({
    page,
    context,
  }) => {
    await visitAs(page, 'traveller')
    await page.goto('/panel/token')
    const other = await context.newPage()
    await other.goto('/panel/token')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await other.evaluate(() => Object.assign(window, { drawnForTraveller: true }))
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(other.getByText('Your session has expired')).toBeVisible()
    await page.goto('/login')
    await page.locator('input[autocomplete="username"]').fill('root')
    await page.locator('input[type="password"]').fill(rootPassword)
    await page.locator('form button[type="submit"]').click()
    await expect(page).toHaveURL(/\/panel\/dashboard/)
    await expect(other.getByRole('button', { name: 'User menu: root' })).toBeVisible()
    await expect
      .poll(() => other.evaluate(() => 'drawnForTraveller' in window).catch(() => true))
      .toBe(false)
  })
})

test('a server that is gone has a banner, and one that is back has none', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/token')
  await page.waitForLoadState('networkidle')
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  const banner = page.getByText('The server is not responding.')
  await expect(banner).toBeVisible()
  await expect(page.getByRole('button', { name: /the menu/ })).toBeInViewport({ ratio: 1 })
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect(banner).toBeHidden()
})

test('a network that goes is told at once', async ({ page, context }) => {
  await visitAs(page, 'nobody')
  await page.goto('/about')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
})

test('a menu or a language that does not arrive takes no page with it, and says so', async ({
  page,
}) => {
  const gone = page.getByText('The server may have just been updated, or you may be offline.')
  await visitAs(page, 'nobody')
  await page.goto('/about')
  await page.waitForLoadState('networkidle')
  await page.route(/assets\/language-menu/, (route) => route.abort())
  await page.getByRole('button', { name: 'Language' }).click()
  await expect(gone).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByRole('button', { name: 'Language' }).click()
  await page.route('**/assets/**', (route) => route.abort())
  await page.getByRole('menuitem', { name: '简体中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
})

test('another version of the server is told once', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto('/about')
  await page.waitForLoadState('networkidle')
  const told = page.getByText('A new version is available: 99.0.0.')
  const info = await (await page.request.get('/api/status')).json()
  await expect(told).toBeHidden()
  await answer(page, status, { ...info.data, version: '99.0.0' })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(told).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(told).toBeHidden()
  const asked = page.waitForResponse(status)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await asked
  await expect(told).toBeHidden()
})

test('an announcement opens once, is cleaned, and stays read', async ({ page }) => {
  await answer(page, notice, '**Works on Sunday** <img src=x onerror="window.hit=1">')
  await visitAs(page, 'nobody')
  await page.goto('/about')
  const dialog = page.getByRole('dialog', { name: 'Notice' })
  await expect(dialog.getByText('Works on Sunday')).toBeVisible()
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  await dialog.getByRole('button', { name: 'Got it' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Notice', exact: true }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Got it' }).click()
  await page.unroute(notice)
  await answer(page, notice, 'Another one')
  await page.reload()
  await expect(dialog.getByText('Another one')).toBeVisible()
})

test('a change of page moves the focus, says so, and closes the drawer of a phone only', async ({
  page,
}, info) => {
  await visitAs(page, 'root')
  await page.goto('/panel/channel')
  await page.waitForLoadState('networkidle')
  if (info.project.name === 'phone')
    await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('navigation', { name: 'Main menu' }).getByText('Logs').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Logs' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Logs' })).toBeAttached()
  const drawer = page.getByRole('navigation', { name: 'Main menu' })
  if (info.project.name === 'phone') await expect(drawer).toBeHidden()
  else await expect(drawer).toBeVisible()
})

test('the first stop of the keyboard skips to the content', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/token')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => location.hash)).toBe('#content')
})

test('the menu is worked by keys alone', async ({ page }, info) => {
  await visitAs(page, 'root')
  await page.goto('/panel/playcards')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (info.project.name === 'phone') {
    await page.getByRole('button', { name: 'Open the menu' }).focus()
    await page.keyboard.press('Enter')
  }
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
  await entry.first().focus()
  await expect(entry.first()).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Tab')
  await expect(entry.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/panel\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()
  await page.getByRole('button', { name: /User menu/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /User menu/ })).toBeFocused()
})

test('a step back under the dialog does not lead away from it', async ({ page }, info) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/token')
  await page.waitForLoadState('networkidle')
  if (info.project.name === 'phone') {
    await page.getByRole('button', { name: 'Open the menu' }).click()
  }
  await page.getByRole('navigation', { name: 'Main menu' }).getByText('Logs').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Logs' })).toBeVisible()
  // A refresh joins the first read while that is under way: with the cookie it was sent with.
  await expect(page.getByText(/^\d+ rows?$/)).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Your session has expired')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/panel\/token$/)
  await signInAgain(page, 'traveller', travellerPassword)
  await expect(page.getByRole('heading', { level: 1, name: 'Tokens' })).toBeVisible()
  await expect(page.locator('[inert]')).toHaveCount(0)
})

test('a change of page scrolls up, a step back restores, a query does neither', async ({
  page,
}) => {
  await visitAs(page, 'root')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'How billing works' })).toBeVisible()
  const top = () => page.evaluate(() => Math.round(window.scrollY))
  await page.evaluate(() => window.scrollTo(0, 300))
  await expect.poll(top).toBe(300)
  // A click by hand would scroll to the bar first; a phone has the link in its menu only.
  await page.locator('header nav a[href="/about"]').dispatchEvent('click')
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeFocused()
  await expect.poll(top).toBe(0)
  await page.goBack()
  await expect.poll(top).toBe(300)
  await page.setViewportSize({ width: 390, height: 300 })
  await page.goto('/panel/channel')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // The field is in view: a browser scrolls to what is typed into.
  await page.evaluate(() => window.scrollTo(0, 300))
  await expect.poll(top).toBe(300)
  await page
    .locator('main input:not([type="checkbox"])')
    .first()
    .evaluate((field: HTMLElement) => {
      field.focus({ preventScroll: true })
    })
  await page.keyboard.insertText('gpt')
  await expect(page).toHaveURL(/gpt/)
  expect(await top()).toBe(300)
})

test('on a phone notices stand above the primary action', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visitAs(page, 'traveller')
  await page.goto('/panel/token')
  await page.waitForLoadState('networkidle')
  const served = await (await page.request.get('/api/status')).json()
  await answer(page, status, { ...served.data, version: '99.0.0' })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  const action = page.locator('.page-action')
  await expectAbove(page.locator('.notistack-MuiContent'), action)
  expect((await action.boundingBox())?.height).toBeGreaterThanOrEqual(56)
})
