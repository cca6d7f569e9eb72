import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { calm, callWith, expectNoSidewaysScroll, tokenOf, visitAs } from './visit.ts'

const outside = [
  '/',
  '/about',
  '/login',
  '/404',
  '/register',
  '/reset',
  '/user/reset',
  '/oauth/github',
  '/jump?url=opencat://team/join',
  '/playground',
] as const
const inside = [
  '/panel/dashboard',
  '/panel/channel',
  '/panel/token',
  '/panel/log',
  '/panel/playground',
] as const

for (const theme of ['light', 'dark'] as const) {
  for (const language of ['zh_CN', 'en_US'] as const) {
    test.describe(`${theme}, ${language}`, () => {
      for (const path of outside) {
        test(`${path} has no fault that axe finds`, async ({ page }) => {
          await visitAs(page, 'nobody', { theme, language })
          await page.goto(path)
          await settled(page)
        })
      }
      for (const path of inside) {
        test(`${path} has no fault that axe finds`, async ({ page }, info) => {
          await visitAs(page, 'root', { theme, language })
          await callWith(page, await tokenOf(page, `axe ${info.testId}`))
          await page.goto(path)
          await settled(page)
        })
      }
    })
  }
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await calm(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

test('nothing is wider than a screen of 360 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visitAs(page, 'root')
  for (const path of [...outside, ...inside]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expectNoSidewaysScroll(page)
  }
})

test('dialogs, panels and errors have no fault that axe finds', async ({ page }, info) => {
  await visitAs(page, 'root', { theme: info.project.name === 'phone' ? 'dark' : 'light' })
  const request = await callWith(page, await tokenOf(page, `panels ${info.testId}`))
  const check = async (): Promise<void> => {
    await calm(page)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  }
  await page.goto('/panel/token')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByText('Name is required').first()).toBeVisible()
  await check()
  await page.goto('/panel/channel')
  await page.getByRole('button', { name: 'Create channel' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check()
  await page.goto(`/panel/log?request_id=${request}`)
  await page
    .getByRole('button', { name: /see why/ })
    .or(page.getByRole('link', { name: /see why/ }))
    .first()
    .click()
  await expect(page.getByText('as in the ledger')).toBeVisible()
  await check()
})

test('English pages hold no Chinese, but for the names of languages', async ({ page }) => {
  await visitAs(page, 'root', { language: 'en_US' })
  for (const path of [...outside, ...inside]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const text = await page.evaluate(() => document.body.innerText)
    expect(text.replaceAll('简体中文', '').replaceAll('驿站', ''), path).not.toMatch(
      /[\u4e00-\u9fff]/,
    )
    await expect(page.locator('html')).toHaveAttribute('lang', /^en/)
  }
})

test('a changed theme and language stay after a reload', async ({ page }) => {
  await visitAs(page, 'nobody', { language: 'zh_CN' })
  await page.goto('/')
  await page
    .getByRole('button', { name: /主题|深色/ })
    .first()
    .click()
  await page.reload()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.getByRole('button', { name: /语言/ }).first().click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/)
  expect(await page.evaluate(() => localStorage.getItem('appLanguage'))).toBe('en_US')
})
