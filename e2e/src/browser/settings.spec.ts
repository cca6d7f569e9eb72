import { expect } from '@playwright/test'
import { openMailbox } from '@posthouse/testkit/mailbox'
import { inspectPage } from './inspect.ts'
import { test } from './own-station.ts'
import { visitAs } from './visit.ts'

test('registration is decided by keeping it open', async ({ page }) => {
  await visitAs(page, 'root')
  await page.goto('/panel/dashboard')
  const station = page.getByRole('region', { name: 'Finish setting up' })
  const decision = station.getByRole('heading', { name: 'Decide who can sign up' })
  await expect(decision).toBeVisible()
  await station.getByRole('button', { name: 'Keep open' }).click()
  await expect(decision).toHaveCount(0)
  await page.reload()
  await expect(station.getByText('Decide who can sign up')).toBeVisible()
  await expect(station.getByRole('button', { name: 'Keep open' })).toHaveCount(0)
})

test('a changed name, footer, notice and logo show on the public pages', async ({
  page,
  browser,
  station,
}) => {
  await visitAs(page, 'root')
  await page.goto('/panel/dashboard')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('tab', { name: 'Other' }).click()
  await page.getByLabel('Site name').fill('Relay Seven')
  await page.getByLabel('Logo address').fill('/licenses.txt')
  const footer = page.getByRole('group', { name: 'Footer' })
  await footer.getByRole('textbox').fill('<b>Seven</b> of nine<script>parent.hit=1</script>')
  await footer.getByRole('button', { name: 'Preview' }).click()
  await expect(footer.getByRole('region')).toContainText('Seven of nine')
  const notice = page.getByRole('group', { name: 'Notice' })
  await notice.getByRole('textbox').fill('Closed on **Sunday**')
  await inspectPage(page, 'settings', 'en_US')
  const bar = page.getByRole('region', { name: 'Save' })
  await expect(bar).toContainText('4 unsaved changes')
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(bar).toHaveCount(0)

  const visitor = await (await browser.newContext({ baseURL: station, locale: 'en-US' })).newPage()
  await visitor.addInitScript(() => localStorage.setItem('appLanguage', 'en_US'))
  await visitor.goto('/')
  await expect(visitor.getByText('Closed on Sunday')).toBeVisible()
  await visitor.keyboard.press('Escape')
  await expect(visitor).toHaveTitle('Relay Seven')
  await expect(visitor.getByRole('banner')).toContainText('Relay Seven')
  await expect(visitor.getByRole('banner').locator('img').first()).toHaveAttribute(
    'src',
    '/licenses.txt',
  )
  await expect(visitor.getByRole('contentinfo')).toContainText('Seven of nine')
  expect(await visitor.evaluate(() => 'hit' in window)).toBe(false)
  // Nobody else is to be met by it.
  await page.request.put('/api/option/', { data: { key: 'Notice', value: '' } })
})

test('what is refused stays as typed at its field, and the other sections are saved', async ({
  page,
}) => {
  await visitAs(page, 'root')
  await page.goto('/panel/setting')
  await page.getByRole('spinbutton', { name: 'Retries' }).fill('99')
  await page.getByLabel('Channel cooldown').fill('7')
  await page.getByLabel('First byte timeout').fill('200')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('a whole number from 0 to 20 is expected')).toBeVisible()
  const bar = page.getByRole('region', { name: 'Save' })
  // Retries are one section: neither of the two was stored.
  await expect(bar).toContainText('2 unsaved changes')
  await expect(page.getByRole('spinbutton', { name: 'Retries' })).toHaveValue('99')
  await page.getByRole('link', { name: 'Tokens' }).first().click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('spinbutton', { name: 'Retries' }).fill('3')
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('spinbutton', { name: 'Retries' })).toHaveValue('3')
  await expect(page.getByLabel('Channel cooldown')).toHaveValue('7')
  await expect(page.getByLabel('First byte timeout')).toHaveValue('200')

  await page.getByLabel('Search settings').fill('logkeep')
  await expect(page.getByLabel('Keep logs')).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'Retries' })).toHaveCount(0)
  await page.getByLabel('Search settings').fill('')
  await page.getByLabel('Changed only').check()
  await expect(page.getByRole('spinbutton', { name: 'Retries' })).toBeVisible()
  await expect(page.getByLabel('Keep logs')).toHaveCount(0)
})

test('mail settings are tried, and the mail server is quoted', async ({ page }) => {
  await using mailbox = await openMailbox()
  await visitAs(page, 'root')
  await page.goto('/panel/setting?tab=system')
  await page.getByLabel('SMTP server').fill('127.0.0.1')
  await page.getByLabel('SMTP port').fill(String(mailbox.port))
  await page.getByLabel('Sender').fill('station@example.com')
  await page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  const trial = page.getByRole('form', { name: 'Send a test e-mail' })
  await trial.getByLabel('Send to').fill('nobody')
  await trial.getByRole('button').click()
  await expect(trial.getByText('Must be a valid email address')).toBeVisible()
  await trial.getByLabel('Send to').fill('operator@example.com')
  await trial.getByRole('button').click()
  await expect(trial.getByRole('alert')).toContainText('The mail server accepted it: 250')
  expect(mailbox.mails.map(({ to }) => to)).toEqual(['operator@example.com'])
  mailbox.mode = 'refuse'
  await trial.getByRole('button').click()
  await expect(trial.getByRole('alert')).toContainText('55')
})
