import { expect, test } from './kit/kept-page.ts'
import { visitAs } from './visit.ts'

test('a stranger signs up and lands on the dashboard', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/register$/)
  const submit = page.getByRole('button', { name: 'Create account' })
  await submit.click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await page.getByLabel('Username').fill('traveller')
  await page.getByLabel('Password *', { exact: true }).fill('a long password')
  await page.getByLabel('Confirm password').fill('another password')
  await submit.click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm password').fill('a long password')
  await submit.click()
  await expect(page.getByText('This username is taken')).toBeVisible()
  await page.getByLabel('Username').fill('stranger')
  await submit.click()
  await expect(page).toHaveURL(/\/panel\/dashboard/)
})
