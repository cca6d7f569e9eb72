import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { test } from './own-product.ts'
import { callWith, tokenOf, visitAs } from '../visit.ts'
import { wordsIn } from '../words.ts'

// One product for all: its database is empty until the last test.
test.describe.configure({ mode: 'default' })

/** Every address that has a page, as the build wrote it. */
const addresses = JSON.parse(
  readFileSync(new URL('../../../../apps/console/dist/routes.json', import.meta.url), 'utf8'),
) as string[]
const inside = addresses.filter((address) => address.startsWith('/panel'))
const outside = addresses.filter((address) => !inside.includes(address))

for (const language of ['zh_CN', 'en_US'] as const) {
  for (const [visitor, start, addresses] of [
    ['nobody', '/', outside],
    ['root', '/panel/dashboard', inside],
  ] as const) {
    test(`every page below ${start} opens on an empty database, in ${language}`, async ({
      page,
    }) => {
      // Half a hundred pages and tabs.
      test.slow()
      await visitAs(page, visitor, { language })
      const open = opener(page, language)
      await page.goto(start)
      for (const address of addresses) await open(address)
    })
  }
}

test('every page is found by a reload, and other addresses are not', async ({ page }) => {
  const statusOf = async (path: string, accept: string): Promise<number> =>
    (await page.request.get(path, { headers: { accept } })).status()
  for (const address of addresses) expect(await statusOf(address, 'text/html'), address).toBe(200)
  for (const path of [
    '/metrics',
    '/mcp',
    '/.well-known/x',
    '/wp-login.php',
    '/panel/nowhere',
    '/oauth/x',
  ]) {
    expect([path, await statusOf(path, 'text/html'), await statusOf(path, '*/*')]).toEqual([
      path,
      404,
      404,
    ])
  }
  await page.goto('/wp-login.php')
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
})

test('a span in which one unit was spent has charts', async ({ page }) => {
  await visitAs(page, 'root')
  const response = await page.request.post('/api/prices/single', {
    data: { model: 'sandbox/chat', type: 'times', channel_type: 0, input: '0.000002', output: '0' },
    headers: { 'x-posthouse': 'console' },
  })
  expect(await response.json()).toMatchObject({ success: true })
  await callWith(page, await tokenOf(page, 'one unit'))
  await page.goto('/panel/analytics')
  const open = opener(page, 'en_US')
  for (const address of ['/panel/dashboard', '/panel/log', '/panel/analytics']) await open(address)
})

/** Opens addresses one after the other in the running console, with all their tabs; each must be without a fault. */
function opener(page: Page, language: 'zh_CN' | 'en_US'): (address: string) => Promise<void> {
  const words = wordsIn(language)
  const faults: string[] = []
  const waiting = new Set<object>()
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => waiting.add(request))
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))

  const look = async (what: string): Promise<void> => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page, waiting)
    const failures = ['crashedTitle', 'codeGoneTitle', 'notFoundTitle', 'forbiddenTitle'].map(
      (key) => words(`failure.${key}`),
    )
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    expect.soft(failures, what).not.toContain(heading)
    expect.soft(faults.splice(0), what).toEqual([])
  }

  return async (address) => {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
    await look(address)
    // `/panel` alone leads elsewhere.
    if (address !== '/panel') expect(new URL(page.url()).pathname).toBe(address)
    const tabs = page.getByRole('tab')
    for (const name of await tabs.allInnerTexts()) {
      await tabs.filter({ hasText: name }).first().click()
      await look(`${address}, ${name}`)
    }
  }
}

/** Waits until the page has asked for nothing during several idle turns, and has no more gaps. */
async function settled(page: Page, waiting: ReadonlySet<object>): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = waiting.size === 0 ? quiet + 1 : 0) {
    await page.evaluate(
      () =>
        new Promise((resolve) =>
          setTimeout(() => requestIdleCallback(resolve, { timeout: 1_000 }), 30),
        ),
    )
  }
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0)
}
