import { expect, type Locator, type Page, test } from '@playwright/test'
import { inspect } from './inspect.ts'
import { travellerPassword, visitAs } from './visit.ts'

/** A step of the card, by its heading. */
const step = (page: Page, title: string): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })

/** Does what the command on the screen does. */
async function carryOut(page: Page, command: string) {
  const url = /curl (\S+)/.exec(command)?.[1] ?? ''
  const authorization = /"Authorization: ([^"]+)"/.exec(command)?.[1] ?? ''
  const body = /-d '(.+)'/.exec(command)?.[1] ?? ''
  return page.request.post(url, { headers: { authorization }, data: JSON.parse(body) })
}

test('a newcomer with nothing to spend is told what is missing, and why the call is refused', async ({
  page,
}, info) => {
  const username = info.project.name === 'phone' ? 'newcomer-phone' : 'newcomer'
  await visitAs(page, 'nobody')
  await page.goto('/login')
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: false }).first().fill(travellerPassword)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/panel\/dashboard/)
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible()
  const [balance, token, call] = ['Balance', 'Token', 'Make your first call'].map((title) =>
    step(page, title),
  ) as [Locator, Locator, Locator]

  await expect(balance).toContainText('Your balance is $0.00.')
  await expect(balance).toContainText('To do')
  await expect(balance.getByRole('alert')).toContainText('Admin setup required!')
  await expect(balance.getByRole('link', { name: 'About this site' })).toBeVisible()
  await expect(call).toContainText('Create a token first')
  await inspect(page, 'nothing done yet', 'en_US')

  await token.getByRole('button', { name: 'Create token' }).click()
  await expect(token).toContainText('Done')
  const key = /sk-[A-Za-z0-9]{48}/.exec(await token.innerText())?.[0] ?? ''
  const command = call.getByRole('region', { name: 'curl' })
  await expect(command).toContainText(`Bearer ${key}`)
  await expect(call).toContainText('Waiting for your first call…')
  await inspect(page, 'waiting for the call', 'en_US')

  const answer = await carryOut(page, await command.innerText())
  expect(answer.status()).toBe(402)
  expect((await answer.json()).error.code).toBe('insufficient_quota')
  await expect(call).toContainText('Not enough balance', { timeout: 20_000 })
  await expect(call.getByRole('alert')).toContainText('Your balance is too low for this call.')
  await expect(call).toContainText('To do')
  await expect(call).not.toContainText('Waiting')
  await inspect(page, 'a refused first call', 'en_US')

  // Nothing of it is lost, and no second token is offered.
  await page.reload()
  await expect(call.getByRole('alert')).toContainText('Your balance is too low for this call.')
  await expect(token).toContainText('Done')
  await expect(token.getByRole('button', { name: 'Create token' })).toHaveCount(0)
  await inspect(page, 'after a reload', 'en_US')
  await token.getByRole('link', { name: 'Tokens' }).click()
  await expect(page.getByRole('link', { name: 'My first key' })).toHaveCount(1)

  // Whoever has errors only has a chart of zeros.
  await page.goto('/panel/log?chart=open')
  await expect(page.getByTestId('chart-total')).toHaveText('$0.00', { timeout: 20_000 })
  await expect(page.getByRole('slider', { name: /^Usage/ })).toBeVisible()
  await inspect(page, 'a chart of zeros', 'en_US')
})
