import { expect, test } from '@playwright/test'
import { visitAs } from './visit.ts'

test('an ordinary user sees no administrator’s entry, and a gate that says why at its address', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await visitAs(page, 'traveller')
  await page.goto('/panel/channel')
  await expect(
    page.getByRole('heading', { name: 'You do not have access to this page' }),
  ).toBeVisible()
  await expect(
    page.getByText('This page requires the role “Administrator”. Yours is “User”.'),
  ).toBeVisible()
  expect(calls).not.toContain('/api/channel/')
})

test('an unknown address has a page of its own, in and out of the panel', async ({ page }) => {
  await visitAs(page, 'traveller')
  for (const path of ['/nowhere', '/panel/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})

test('a session that ended asks for the password in place', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/token')
  await expect(page.getByRole('heading', { name: 'Tokens' })).toBeVisible()
  // A question that is under way still carries the cookie.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Your session has expired')).toBeVisible()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type="password"]').fill('password of the tests')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Tokens' })).toBeVisible()
})
