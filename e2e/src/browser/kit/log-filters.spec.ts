import { expect, test } from './kept-page.ts'
import { callWith, channelOf, tokenOf, visitAs } from '../visit.ts'

test('the log is filtered by a model prefix, a result, a channel by name and a period, in the address', async ({
  page,
}, info) => {
  const channel = `filtered ${info.project.name} ${info.retry}`
  await visitAs(page, 'root')
  await channelOf(page, { name: channel, models: ['sandbox/filtered-log'] })
  const key = await tokenOf(page, 'filters')
  await callWith(page, key, 'sandbox/filtered-log')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/panel/log?model_name=sandbox/filtered*')
  await expect(page.getByRole('row').filter({ hasText: 'sandbox/filtered-log' })).not.toHaveCount(0)
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page).toHaveURL(/start_timestamp=\d+/)
  await expect(page.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('row').filter({ hasText: 'sandbox/filtered-log' })).not.toHaveCount(0)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Channel').click()
  await page.getByRole('option', { name: channel }).click()
  await expect(page).toHaveURL(/channel_id=\d+/)
  await page.getByLabel('Result').click()
  await page.getByRole('option', { name: 'Refused' }).click()
  await expect(page).toHaveURL(/result=refused/)
  await expect(page.getByText('sandbox/filtered-log')).toHaveCount(0)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(1280)
})
