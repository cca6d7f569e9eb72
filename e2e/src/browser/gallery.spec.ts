import { expect, type Page, test } from '@playwright/test'
import { faultsOf } from './inspect.ts'
import { calm, visitAs } from './visit.ts'

const shelves = [
  'tokens',
  'typography',
  'status',
  'actions',
  'inputs',
  'states',
  'drawings',
  'list',
  'charts',
] as const

/** Opens the gallery and waits until what is loaded late has come. */
async function openGallery(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await visitAs(page, 'root', { theme, language: 'zh_CN' })
  await page.goto('/panel/_kit')
  await expect(page.locator('.cm-content').last()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('group', { name: 'DateTimeInput' }).last()).toBeVisible()
  await expect(page.getByRole('slider', { name: /用量|Usage/ })).toBeVisible({ timeout: 30_000 })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await calm(page)
}

for (const theme of ['light', 'dark'] as const) {
  test(`the kit looks as it did, ${theme}`, async ({ page }) => {
    await openGallery(page, theme)
    for (const shelf of shelves) {
      await expect
        .soft(page.locator(`[data-shelf=${shelf}]`))
        .toHaveScreenshot(`${shelf}-${theme}.png`, { maxDiffPixelRatio: 0.004 })
    }
  })

  test(`the kit has no fault that axe finds, ${theme}`, async ({ page }) => {
    await openGallery(page, theme)
    for (const shelf of shelves) {
      expect.soft(await faultsOf(page, `[data-shelf=${shelf}]`), shelf).toEqual([])
    }
  })
}
