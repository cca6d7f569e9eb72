import { expect, test } from '@playwright/test'
import { inspect } from '../inspect.ts'
import { callWith, tokenOf, visitAs } from '../visit.ts'

test('an administrator sees what the station used and why attempts failed, and goes to the rows', async ({
  page,
}) => {
  await visitAs(page, 'root')
  const key = await tokenOf(page, `analytics ${test.info().testId}`)
  await callWith(page, key)
  const failed = await page.request.post('/v1/chat/completions', {
    headers: { authorization: `Bearer ${key}` },
    data: {
      model: 'sandbox/chat',
      messages: [{ role: 'user', content: 'x [[sandbox: fault=400]]' }],
    },
  })
  expect(failed.status()).toBe(400)
  await page.goto('/panel/analytics')
  await expect(page.getByText('Spent by all users')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Requests', exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Group by' }).first().click()
  await page.getByRole('option', { name: 'Supplier' }).click()
  await expect(page).toHaveURL(/by=supplier/)
  await expect(page.getByRole('columnheader', { name: 'Supplier' }).first()).toBeVisible()
  await inspect(page, 'analytics', 'en_US')

  await page.getByRole('tab', { name: 'Latency' }).click()
  await expect(page.getByRole('heading', { name: 'Time to first token' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).first().click()
  expect((await downloading).suggestedFilename()).toBe('Response time.csv')

  await page.getByRole('tab', { name: 'Errors' }).click()
  await page.getByRole('button', { name: 'View as table' }).first().click()
  const table = page.getByRole('region', { name: 'Failed attempts by channel' })
  await expect(table).toBeVisible()
  await table.getByRole('link').last().click()
  await expect(page).toHaveURL(/\/panel\/log\?.*log_type=5/)
})

test('analytics are for administrators', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/analytics')
  await expect(page.getByText('Spent by all users')).toHaveCount(0)
})
