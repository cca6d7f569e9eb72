import { expect, type Page, test } from '@playwright/test'
import { faultsOf } from '../inspect.ts'
import { calm, visitAs } from '../visit.ts'

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

test('the example of a page has what follows from a noun', async ({ page }) => {
  await visitAs(page, 'root', { language: 'en_US' })
  await page.goto('/panel/_kit')
  const list = page.locator('[data-shelf=list]')
  const first = list.locator('[data-row]').first()
  await expect(first).toContainText('Rider 37')
  await expect(first).toContainText('Disabled')

  await first.getByRole('button', { name: 'Actions of Rider 37' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Enable', 'Dismiss rider'])
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await expect(page.getByText('Enabled rider "Rider 37"')).toBeVisible()
  await expect(first).toContainText('Enabled')

  await first.getByRole('link').click()
  const panel = page.getByRole('dialog', { name: 'Rider 37' })
  await expect(panel.getByRole('term')).toHaveText(['Horses', 'Purse', 'Spent', 'Enlisted'])
  await page.keyboard.press('j')
  await expect(page.getByRole('dialog', { name: 'Rider 36' })).toBeVisible()
  await page.keyboard.press('Escape')

  await list.getByRole('checkbox', { name: 'Select page' }).click()
  await list.getByRole('region', { name: 'Bulk actions' }).getByText('Delete').click()
  const question = page.getByRole('dialog', { name: 'Dismiss 10 riders?' })
  await question.getByRole('button', { name: 'Dismiss 10 riders' }).click()
  await expect(page.getByText('Dismissed 10 riders')).toBeVisible()
  await expect(first).toContainText('Rider 27')
})
