import { expect, test } from './kit/kept-page.ts'
import { inspectPage } from './inspect.ts'
import { looks } from './looks.ts'
import { callWith, tokenOf, visitAs } from './visit.ts'

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
  '/price',
  '/billing-policy',
] as const
const inside = [
  '/panel/playcards',
  '/panel/analytics',
  '/panel/studio/image',
  '/panel/studio/speech',
  '/panel/studio/transcription',
  '/panel/studio/video',
  '/panel/studio/midjourney',
  '/panel/studio/music',
  '/panel/dashboard',
  '/panel/channel',
  '/panel/token',
  '/panel/redemption',
  '/panel/topup',
  '/panel/user',
  '/panel/telegram',
  '/panel/payment',
  '/panel/payment?tab=gateways',
  '/panel/log',
  '/panel/playground',
  '/panel/pricing',
  '/panel/setting',
  '/panel/model_price',
  '/panel/profile',
  '/panel/midjourney',
  '/panel/task',
] as const

for (const { theme, language, tag } of looks) {
  test.describe(`${theme}, ${language}`, { tag }, () => {
    for (const path of outside) {
      test(`${path} has no fault`, async ({ page }) => {
        await visitAs(page, 'nobody', { theme, language })
        await page.goto(path)
        await inspectPage(page, path, language)
      })
    }
    for (const path of inside) {
      test(`${path} has no fault`, async ({ page }, info) => {
        await visitAs(page, 'root', { theme, language })
        await callWith(page, await tokenOf(page, `axe ${info.testId}`))
        await page.goto(path)
        await inspectPage(page, path, language)
      })
    }
  })
}

const narrow = 'at 360 pixels, signed in, nothing is wider than the screen and no page has a fault'
test(narrow, { tag: '@phone-only' }, async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 740 })
  await visitAs(page, 'root', { language: 'en_US' })
  for (const path of [...outside, ...inside]) {
    await page.goto(path)
    await inspectPage(page, path, 'en_US')
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
