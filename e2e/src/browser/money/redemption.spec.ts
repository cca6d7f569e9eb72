import { readFile } from 'node:fs/promises'
import { expect, test } from '../kit/kept-page.ts'
import { inspect } from '../inspect.ts'
import { visitAs } from '../visit.ts'

const password = 'password of a guest'

test('an administrator creates codes, and a user redeems one, once', async ({ page, browser }) => {
  test.slow()
  const username = `c${String(Date.now()).slice(-8)}`
  await visitAs(page, 'root')
  await page.goto('/panel/redemption')
  await page.request.post('/api/user/', { data: { username, password } })

  // An empty list offers it a second time.
  await page.getByRole('button', { name: 'Create codes' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create codes' })
  await form.getByRole('button', { name: 'Create codes' }).click()
  await expect(form.getByText('Name is required')).toBeVisible()
  await inspect(page, 'the form for codes', 'en_US')
  await form.getByLabel('Name').fill(`${username} one`)
  await form.getByLabel('Quota').fill('2.5')
  await form.getByRole('button', { name: 'Create codes' }).click()
  const made = page.getByRole('dialog', { name: `Code "${username} one" created` })
  const code = (await made.locator('code').textContent()) ?? ''
  expect(code).toMatch(/^[0-9a-f]{32}$/)
  await inspect(page, 'a new code', 'en_US')
  await made.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Create codes' }).first().click()
  await form.getByLabel('Name').fill(`${username} many`)
  await form.getByLabel('Count').fill('3')
  const saved = page.waitForEvent('download')
  await form.getByRole('button', { name: 'Create codes' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe(`${username}_many.txt`)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(3)

  const context = await browser.newContext()
  const guest = await context.newPage()
  await guest.addInitScript(() => localStorage.setItem('appLanguage', 'en_US'))
  await guest.goto(new URL('/login?next=/panel/topup', page.url()).href)
  await guest.getByLabel('Username or e-mail').fill(username)
  await guest.getByLabel(/^Password/).fill(password)
  await guest.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(guest.getByText('Admin setup required!')).toBeVisible()
  const redeem = guest.getByRole('region', { name: 'Redeem a code' })
  await redeem.getByLabel('Redemption code').fill(code)
  await redeem.getByRole('button', { name: 'Redeem' }).click()
  await expect(redeem.getByText('$2.50 was added to your balance')).toBeVisible()
  await inspect(guest, 'the wallet after a redemption', 'en_US')
  await redeem.getByLabel('Redemption code').fill(code.toUpperCase())
  await redeem.getByRole('button', { name: 'Redeem' }).click()
  await expect(redeem.getByText('This code has already been redeemed')).toBeVisible()
  await context.close()

  await page.goto(`/panel/redemption?keyword=${code}`)
  const row = page.getByRole('row').filter({ hasText: `${username} one` })
  await expect(row).toContainText('Redeemed')
  await expect(row).toContainText(username)
})
