import { expect, type Locator, type Page, test } from '@playwright/test'
import { calm, callWith, tokenOf, visitAs } from '../visit.ts'

/*
 * Whatever a page offers on a wide screen is reached on a phone: in sight, in the drawer, in a sheet, in
 * the menu of a row, beside the list. Names are compared, not places or roles: an action of a bar may be
 * an entry of a menu.
 */

const wide = { width: 1280, height: 800 }
const narrow = { width: 390, height: 844 }

const publicPages = ['/', '/about', '/login', '/register', '/reset', '/404', '/playground']

/** A door that goes by another name where it stands open from the beginning. */
const sameDoor: Readonly<Record<string, string>> = { 'Close the menu': 'Open the menu' }

const rows = (page: Page): Locator => page.locator('[data-row]')

/** What is looked into, if it is there: each is opened, read and closed again. */
const openers: readonly ((page: Page) => Locator)[] = [
  (page) => page.getByRole('button', { name: /^(Open the menu|Site navigation)$/ }),
  (page) => page.getByRole('button', { name: 'Language' }),
  (page) => page.getByRole('button', { name: /^User menu/ }),
  (page) => page.getByRole('button', { name: 'Filters', exact: true }),
  (page) => page.getByRole('button', { name: 'View', exact: true }),
  (page) => page.getByRole('button', { name: /^Custom/ }),
  (page) => page.getByRole('button', { name: 'Conversations', exact: true }),
  (page) => rows(page).getByRole('button', { name: /^Actions of/ }),
  (page) => rows(page).getByRole('link'),
]

const sheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Filters' })

const bulkBar = (page: Page): Locator => page.getByRole('region', { name: 'Bulk actions' })

/** Dialogs, sheets, menus and drawers. */
const opened = (page: Page): Locator =>
  page.locator('[role=dialog], [role=menu], .MuiDrawer-modal').filter({ visible: true })

/** The same answers to the same questions at both widths: other tests work on the same server. */
async function freeze(page: Page): Promise<void> {
  await page.clock.setFixedTime(new Date())
  const answers = new Map<string, { status: number; contentType: string; body: Buffer }>()
  await page.route('**/api/**', async (route) => {
    const url = route.request().url()
    if (route.request().method() !== 'GET') return route.continue()
    const known = answers.get(url)
    if (known !== undefined) return route.fulfill(known)
    const response = await route.fetch()
    const contentType = response.headers()['content-type'] ?? ''
    const answer = { status: response.status(), contentType, body: await response.body() }
    answers.set(url, answer)
    return route.fulfill(answer)
  })
}

const workable =
  /- (?:button|link|menuitem|tab|checkbox|switch|radio|combobox|option|searchbox|textbox|slider) "((?:[^"\\]|\\.)*)"/g

/** Names of all that can be worked now: what is hidden or lies under a dialog cannot. */
async function namesNow(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  await calm(page)
  const tree = await page.locator('body').ariaSnapshot()
  return [...tree.matchAll(workable)].map(([, name = '']) => sameDoor[name] ?? name)
}

/** What the choices of the filters offer: on a wide screen some of them are buttons. */
async function optionsOfSheet(page: Page): Promise<string[]> {
  const names: string[] = []
  for (const choice of await sheet(page).getByRole('combobox').all()) {
    await choice.click()
    await page.getByRole('listbox').waitFor()
    names.push(...(await namesNow(page)))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
  }
  return names
}

type Reached = {
  readonly names: ReadonlySet<string>
  /** Headers that sort. Where a phone has cards in their place, its filters have a choice of the same. */
  readonly headers: readonly string[]
}

/** All that is reached from a page, one step deep, at the width that is set. */
async function reachable(page: Page, path: string): Promise<Reached> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const names = new Set(await namesNow(page))
  const headers = await page
    .getByRole('columnheader')
    .getByRole('button')
    .evaluateAll((list) => list.map((button) => button.textContent.trim()))
  const add = (more: readonly string[]) => more.forEach((name) => names.add(name))
  for (const opener of openers) {
    const door = opener(page).first()
    if (!(await door.isVisible())) continue
    await door.click()
    await expect(opened(page)).not.toHaveCount(0)
    add(await namesNow(page))
    add(await optionsOfSheet(page))
    await page.keyboard.press('Escape')
    await expect(opened(page)).toHaveCount(0)
  }
  const box = rows(page).getByRole('checkbox').first()
  if (await box.isVisible()) await box.check()
  add(await namesNow(page))
  const more = bulkBar(page).getByRole('button', { name: /^Actions of/ })
  if (!(await more.isVisible())) return { names, headers }
  await more.click()
  await expect(opened(page)).not.toHaveCount(0)
  add(await namesNow(page))
  return { names, headers }
}

async function compare(page: Page, path: string): Promise<void> {
  await page.setViewportSize(wide)
  const offered = await reachable(page, path)
  await page.setViewportSize(narrow)
  const reached = await reachable(page, path)
  expect(offered.names.size, path).toBeGreaterThan(5)
  const moved = offered.headers.filter((name) => !reached.headers.includes(name))
  const wanted = [
    ...[...offered.names].filter((name) => !moved.includes(name)),
    ...moved.flatMap((name) => [`${name} ↑`, `${name} ↓`]),
  ]
  const missing = wanted.filter((name) => !reached.names.has(name))
  expect.soft(missing, path).toEqual([])
}

test.describe('what is offered at 1280 is reached at 390', { tag: '@desktop-only' }, () => {
  for (const path of publicPages) {
    test(`on ${path}, signed out`, async ({ page }) => {
      await freeze(page)
      await visitAs(page, 'nobody')
      await compare(page, path)
    })
  }

  for (const path of ['/', '/playground', '/panel/dashboard', '/panel/playground']) {
    test(`on ${path}, signed in`, async ({ page }, info) => {
      await freeze(page)
      await visitAs(page, 'root')
      await callWith(page, await tokenOf(page, `reach ${info.testId.slice(-8)}`))
      await compare(page, path)
    })
  }

  for (const list of ['channel', 'token', 'log']) {
    test(`in the list of the kind ${list}`, async ({ page }, info) => {
      test.slow()
      await freeze(page)
      await visitAs(page, 'root')
      const name = `reach ${info.testId.slice(-8)}`
      await callWith(page, await tokenOf(page, name))
      const query = { channel: 'type=900', token: `keyword=${name}`, log: `token_name=${name}` }[
        list
      ]
      await page.goto(`/panel/${list}?${query}`)
      await expect(rows(page).first()).toBeVisible()
      await compare(page, `/panel/${list}?${query}`)
    })
  }
})
