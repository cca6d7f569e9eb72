import { expect, type Page } from '@playwright/test'
import { inspect } from './inspect.ts'
import { test } from './own-station.ts'
import { visitAs } from './visit.ts'

/** A channel with one model that has no price yet. */
async function withChannel(page: Page, model: string): Promise<void> {
  await page.request.fetch('/api/channel/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-posthouse': 'console' },
    data: {
      type: 1,
      name: `Serves ${model}`,
      key: 'sk-test',
      base_url: 'http://127.0.0.1:9',
      models: [model],
      group: ['default'],
    },
  })
}

test('dall-e-3 is priced by size and quality, and the catalogue shows it @desktop-only', async ({
  page,
}) => {
  test.slow()
  await visitAs(page, 'root')
  await withChannel(page, 'dall-e-3')
  await page.goto('/panel/pricing')
  await page.getByRole('button', { name: 'Create price' }).click()
  const form = page.getByRole('dialog', { name: 'Create price' })
  await form.getByLabel('Model').fill('dall-e-3')
  await form.getByLabel('Type').click()
  await page.getByRole('option', { name: 'Per call' }).click()
  await form.getByLabel(/^Price per call/).fill('0')
  const kinds = form.getByRole('group', { name: 'Price of a size or quality' })
  await form.getByRole('button', { name: 'Add size or quality' }).click()
  await kinds.first().getByRole('textbox', { name: 'Quality' }).fill('hd')
  await kinds.first().getByLabel('$ per call').fill('0.08')
  await form.getByRole('button', { name: 'Add size or quality' }).click()
  await kinds.last().getByRole('textbox', { name: 'Size' }).fill('1792 x 1024')
  await kinds.last().getByRole('textbox', { name: 'Quality' }).fill('hd')
  await kinds.last().getByLabel('$ per call').fill('0.12')
  await expect(kinds.last().getByText('Enter a value without spaces')).toBeVisible()
  await kinds.last().getByRole('textbox', { name: 'Size' }).fill('1792x1024')
  await form.getByRole('button', { name: 'Create price' }).click()
  await expect(form.getByText('Set a price for all other kinds.')).toBeVisible()
  await form.getByLabel(/^Price per call/).fill('0.04')
  await expect(form.getByRole('region', { name: 'Cost of a typical call' })).toContainText('$0.04')
  await inspect(page, 'the form of a price by kind', 'en_US')
  await form.getByRole('button', { name: 'Create price' }).click()
  await expect(form).toBeHidden()

  await page.goto('/panel/pricing?keyword=dall-e-3')
  await page.getByText('dall-e-3', { exact: true }).click()
  await page.getByRole('tab', { name: 'Edit price' }).click()
  const edit = page.getByRole('form', { name: 'Edit the price of dall-e-3' })
  await expect(edit.getByLabel('$ per call').last()).toHaveValue('0.12')

  await page.goto('/panel/model_price?row=dall-e-3')
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('row', { name: 'Calls $0.04 per call' })).toBeVisible()
  await expect(panel.getByRole('row', { name: 'Calls hd, 1792x1024 $0.12 per call' })).toBeVisible()
  await expect(panel.getByText('Images', { exact: true }).first()).toBeVisible()
})

test('speech is priced by the character @desktop-only', async ({ page }) => {
  await visitAs(page, 'root')
  await withChannel(page, 'my-tts-model')
  await page.goto('/panel/pricing')
  await page.getByRole('button', { name: 'Enter price of my-tts-model' }).click()
  const form = page.getByRole('dialog', { name: 'Create price' })
  await form
    .getByLabel(/^Input/)
    .first()
    .fill('0')
  await form.getByLabel(/^Output/).fill('0')
  await form.getByLabel('Characters ($ per million)').fill('15')
  // 1 000 characters.
  await expect(form.getByRole('region', { name: 'Cost of a typical call' })).toContainText('$0.015')
  await form.getByRole('button', { name: 'Create price' }).click()
  await expect(form).toBeHidden()
  await page.goto('/panel/model_price?keyword=my-tts')
  await expect(page.getByText('$15.00 per million characters')).toBeVisible()
})
