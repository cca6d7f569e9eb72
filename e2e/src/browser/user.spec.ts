import { expect, test, type Page } from './kit/kept-page.ts'
import { inspect } from './inspect.ts'
import { visitAs } from './visit.ts'

const password = 'password of a guest'

async function act(page: Page, username: string, word: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${username}` }).click()
  await page.getByRole('menuitem', { name: word }).click()
}

/** The guest signs in elsewhere, and makes a key there. */
async function guestOf(page: Page, username: string) {
  const context = await page.context().browser()?.newContext()
  if (context === undefined) throw new Error('there is no browser')
  const post = async (path: string, data: object) =>
    (await context.request.post(new URL(path, page.url()).href, { data })).json()
  await post('/api/user/login', { username, password })
  const { data } = await post('/api/token/', { name: 'of the guest', unlimited_quota: true })
  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await context.request.get(new URL(path, page.url()).href, { headers })).status()
  return {
    call: () => statusOf('/v1/models', { authorization: `Bearer ${data.key}` }),
    self: () => statusOf('/api/user/self'),
    context,
  }
}

test('a super administrator creates, credits, promotes and bans a user, whose key and session stop', async ({
  page,
}, info) => {
  test.slow()
  const username = `g${String(Date.now()).slice(-7)}${info.workerIndex}`
  await visitAs(page, 'root')
  await page.goto('/panel/user')
  await expect(page.getByText('Active in 7 days')).toBeVisible()

  await page.getByRole('button', { name: 'Create user' }).click()
  const create = page.getByRole('dialog', { name: 'Create user' })
  await create.getByLabel('Username').fill('root')
  await create.getByLabel(/^Password/).fill(password)
  await create.getByRole('button', { name: 'Create user' }).click()
  await expect(create.getByText('This username is taken')).toBeVisible()
  await inspect(page, 'the form for a new user', 'en_US')
  await create.getByLabel('Username').fill(username)
  await create.getByRole('button', { name: 'Create user' }).click()
  await expect(create).toBeHidden()

  await page.goto(`/panel/user?keyword=${username}`)
  await act(page, username, 'Adjust balance')
  const adjust = page.getByRole('dialog', { name: `Adjust the balance of ${username}` })
  await adjust.getByLabel('Amount').fill('-1')
  await adjust.getByLabel('Reason').fill('Too much')
  await adjust.getByRole('button', { name: 'Adjust balance' }).click()
  await expect(adjust.getByRole('alert')).toBeVisible()
  await inspect(page, 'the form for a balance', 'en_US')
  await adjust.getByLabel('Amount').fill('2.5')
  await adjust.getByLabel('Reason').fill('A welcome')
  await adjust.getByRole('button', { name: 'Adjust balance' }).click()
  await expect(page.getByText(`The balance of ${username} is now $2.50`)).toBeVisible()

  const guest = await guestOf(page, username)
  expect(await guest.call()).toBe(200)
  expect(await guest.self()).toBe(200)
  await act(page, username, 'Make administrator')
  await page.getByRole('button', { name: 'Make administrator' }).click()
  await expect(page.locator('[data-row]').getByText('Administrator')).toBeVisible()
  expect(await guest.self()).toBe(401)

  await page.locator('[data-row]').first().click()
  const panel = page.getByRole('dialog', { name: username })
  await panel.getByRole('tab', { name: 'Ledger' }).click()
  await expect(panel.getByText(/A welcome · By root/)).toBeVisible()
  await expect(panel.getByText('+$2.50')).toBeVisible()
  await panel.getByRole('tab', { name: 'Tokens' }).click()
  await expect(panel.getByText('of the guest')).toBeVisible()
  await inspect(page, 'the tokens of a user', 'en_US')
  await page.keyboard.press('Escape')

  const again = await guestOf(page, username)
  await act(page, username, 'Disable')
  await expect(page.getByText(`Disabled: user “${username}”`)).toBeVisible()
  expect(await again.call()).not.toBe(200)
  expect(await again.self()).toBe(401)

  await act(page, username, 'Delete user')
  const ask = page.getByRole('dialog', { name: `Delete user “${username}”?` })
  await expect(ask).toContainText('$2.50')
  await ask.getByRole('button', { name: 'Delete user' }).click()
  await expect(page.getByText('No matches')).toBeVisible()
  await guest.context.close()
  await again.context.close()
})

test('an own account and one of a higher level are locked, and say why', async ({ page }) => {
  await visitAs(page, 'root')
  await page.goto('/panel/user?row=1')
  const panel = page.getByRole('dialog', { name: 'root' })
  await expect(panel.getByRole('alert')).toContainText('This is your own account.')
  await expect(panel.getByRole('tab')).toHaveCount(0)
})

test('a user who is no administrator sees neither the page nor the entry', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/user')
  await expect(page.getByText(/administrator/i).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0)
})

test('a group is created, changed and deleted; one in use offers no deletion', async ({ page }) => {
  const symbol = `group-${Date.now()}`
  await visitAs(page, 'root')
  await page.goto('/panel/user')
  await page.getByRole('tab', { name: 'Groups' }).click()
  await page.getByRole('button', { name: 'Create group' }).click()
  const create = page.getByRole('dialog', { name: 'Create group' })
  await create.getByLabel('Symbol').fill('default')
  await create.getByLabel('Name').fill('Of the tests')
  await create.getByLabel('Ratio').fill('0.5')
  await create.getByRole('button', { name: 'Create group' }).click()
  await expect(create.getByText('This symbol is taken')).toBeVisible()
  await inspect(page, 'the form for a new group', 'en_US')
  await create.getByLabel('Symbol').fill(symbol)
  await create.getByRole('button', { name: 'Create group' }).click()
  await expect(create).toBeHidden()
  const row = page.locator('[data-row]').filter({ hasText: symbol })
  await expect(row.getByText('×0.5')).toBeVisible()

  await page.getByRole('button', { name: 'Actions of default' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete group' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await act(page, symbol, 'Disable')
  await expect(row.getByText('Disabled')).toBeVisible()
  await act(page, symbol, 'Delete group')
  await page.getByRole('button', { name: 'Delete group' }).click()
  await expect(row).toHaveCount(0)
})
