import { expect } from '@playwright/test'
import { inspect } from '../inspect.ts'
import { callWith, channelOf, tokenOf, visitAs } from '../visit.ts'
import { test } from './own-product.ts'

test('old calls are counted, asked about by number and moment, and deleted; top-ups stay', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await visitAs(page, 'root')
  await channelOf(page, { name: 'to clean', models: ['sandbox/cleaned', 'sandbox/kept'] })
  const key = await tokenOf(page, 'cleaning')
  await callWith(page, key, 'sandbox/cleaned')
  await callWith(page, key, 'sandbox/cleaned')
  const { db } = product.server.stores
  const longAgo = BigInt(Date.now() - 40 * 86_400_000)
  await db
    .updateTable('usage_log')
    .set({ created_at: longAgo })
    .where('model', '=', 'sandbox/cleaned')
    .execute()
  await callWith(page, key, 'sandbox/kept')

  await page.goto('/panel/log')
  await page.getByRole('button', { name: 'Clean up log…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clean up the log' })
  await expect(dialog.getByText(/^Time zone: /)).toBeVisible()
  await inspect(page, 'clean-up', 'en_US')
  await dialog.getByRole('button', { name: 'Count entries' }).click()
  const question = page.getByRole('dialog', { name: /^Delete 2 entries before / })
  await expect(question.getByText('This cannot be undone.')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(
    await db.selectFrom('usage_log').select('id').where('created_at', '=', longAgo).execute(),
  ).toHaveLength(2)

  await dialog.getByRole('button', { name: 'Count entries' }).click()
  await question.getByRole('button', { name: 'Delete 2 entries' }).click()
  await expect(dialog.getByText('2 log entries deleted')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: 'sandbox/kept' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'sandbox/cleaned' })).toHaveCount(0)
  await expect(rows.filter({ hasText: 'Log clean-up: deleted 2 entries' })).toHaveCount(1)

  await page.goto('/panel/setting')
  await page.getByRole('button', { name: 'Clean up log…' }).click()
  await dialog.getByRole('button', { name: 'Count entries' }).click()
  await expect(dialog.getByText('There are no entries of calls before this moment.')).toBeVisible()
})
