import { expect, test } from '@playwright/test'
import { visitAs } from '../visit.ts'

test('the feature square leads to the chat and to code, and to a channel for what is missing', async ({
  page,
}) => {
  await visitAs(page, 'root')
  await page.goto('/panel')
  await expect(page).toHaveURL(/\/panel\/playcards$/)
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(card('Chat')).toContainText('Cheapest: ')
  await card('Chat').getByRole('link', { name: 'Open chat' }).click()
  await expect(page).toHaveURL(/\/panel\/playground\?model=/)
  await page.goBack()
  await card('Text to speech').getByRole('link', { name: 'Show code' }).click()
  const panel = page.getByRole('dialog', { name: 'sandbox/speech' })
  await expect(panel.getByText('/v1/audio/speech')).toBeVisible()
  await page.goto('/panel/playcards')
  await card('Music').getByRole('link').click()
  await expect(page).toHaveURL(/\/panel\/(channel|model_price)/)
})

test('users are not shown what nobody offers', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/playcards')
  await expect(page.getByRole('heading', { name: 'Chat', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add a channel' })).toHaveCount(0)
})
