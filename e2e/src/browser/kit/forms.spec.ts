import { expect, type Page, test } from './kept-page.ts'
import { channelOf, tokenOf, travellerPassword, visitAs } from '../visit.ts'

/** The channel form, open and new. */
async function openChannelForm(page: Page) {
  await visitAs(page, 'root')
  await page.goto('/panel/channel')
  await page.getByRole('button', { name: 'Create channel' }).first().click()
  return page.getByRole('dialog', { name: 'Create channel' })
}

test('what is refused is told under its field, counted at its part, and has the focus', async ({
  page,
}) => {
  const form = await openChannelForm(page)
  await form.getByRole('button', { name: 'Create channel' }).click()
  await expect(form.getByText('Name is required')).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByRole('button', { name: 'Connection, 2 to fix' })).toBeVisible()
  await form.getByLabel('Name').fill('Relay')
  await form.getByRole('button', { name: 'Create channel' }).click()
  await expect(form.getByRole('button', { name: 'Connection, 1 to fix' })).toBeVisible()
})

test('typed input is not lost by Esc, by "back", or unasked', async ({ page }) => {
  await visitAs(page, 'root')
  await page.goto('/panel/log')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const menu = page.getByRole('button', { name: 'Open the menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Channels' }).click()
  await page.getByRole('button', { name: 'Create channel' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create channel' })
  await form.getByLabel('Name').fill('Half typed')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Half typed')
  await page.evaluate(() => history.back())
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/\/panel\/channel/)
  await expect(form.getByLabel('Name')).toHaveValue('Half typed')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(form).toBeHidden()
})

test('models are chosen by supplier, searched, and pasted', async ({ page }) => {
  const form = await openChannelForm(page)
  await form.getByRole('button', { name: 'Choose models' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose models' })
  await picker.getByLabel(/^OpenAI, 0 of/).check()
  await picker.getByRole('searchbox').fill('embedding')
  await picker.getByRole('button', { name: 'Clear selection' }).click()
  await picker.getByRole('searchbox').fill('')
  await picker.getByRole('button', { name: 'Paste a list' }).click()
  await picker.getByLabel(/^Model names/).fill('claude-5, claude-5\n"kimi-k3"')
  await picker.getByRole('button', { name: 'Add 2' }).click()
  await expect(picker.getByText('Anthropic', { exact: true })).toBeVisible()
  await picker.getByRole('button', { name: /^Use \d+ models/ }).click()
  await expect(form.getByRole('button', { name: 'claude-5', exact: true })).toBeVisible()
  await expect(form.getByRole('button', { name: 'kimi-k3', exact: true })).toBeVisible()
  await expect(form.getByRole('button', { name: /text-embedding/ })).toHaveCount(0)
})

test('JSON is edited as rows or as code, and a fault names its line and column', async ({
  page,
}) => {
  const form = await openChannelForm(page)
  await form.getByRole('button', { name: 'Model mapping' }).click()
  const mapping = form.getByRole('group', { name: 'Model mapping' })
  await mapping.getByRole('button', { name: 'Edit as JSON' }).click()
  const code = mapping.getByRole('textbox')
  await code.click()
  await page.keyboard.insertText('{\n "a": "b",\n "c" 1\n}')
  await expect(mapping.getByText('Invalid JSON at line 3, column 6')).toBeVisible()
  await expect(mapping.getByRole('button', { name: 'Edit as rows' })).toBeDisabled()
  await code.fill('{"a":"b"}')
  await mapping.getByRole('button', { name: 'Edit as rows' }).click()
  await expect(mapping.getByRole('textbox').first()).toHaveValue('a')
})

test('a moment is typed in the reader’s zone and stored as that moment', async ({ page }) => {
  await visitAs(page, 'root')
  await page.goto('/panel/token')
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create token' })
  await form.getByLabel('Name').fill('Until new year')
  await form.getByLabel('Never expires').uncheck()
  await expect(form.getByText(/^Time zone /)).toBeVisible()
  await form.getByRole('spinbutton', { name: 'Year' }).click()
  await page.keyboard.type('20990102030405')
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(form).toBeHidden()
  // Asked anew: the browser need not keep what the page was answered.
  const found = await page.request.get('/api/token/?order=-id&keyword=Until%20new%20year')
  const { data } = await found.json()
  const expected = await page.evaluate(() => new Date(2099, 0, 2, 3, 4, 5).getTime() / 1000)
  expect(data.data[0].expired_time).toBe(expected)
})

test('a quota with a fault does not stand in the way once it is hidden', async ({ page }) => {
  await visitAs(page, 'root')
  await page.goto('/panel/token')
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create token' })
  await form.getByLabel('Name').fill('Hidden quota')
  await form.getByLabel('Unlimited quota').uncheck()
  await form.getByLabel('Remaining quota').fill('-5')
  await form.getByLabel('Unlimited quota').check()
  const created = page.waitForResponse(
    (response) => response.url().endsWith('/api/token/') && response.request().method() === 'POST',
  )
  await form.getByRole('button', { name: 'Create token' }).click()
  expect((await created).request().postDataJSON()).toMatchObject({
    unlimited_quota: true,
    remain_quota: 0,
  })
  await expect(form).toBeHidden()
})

test('JSON of a plugin that is broken is counted at its part', async ({ page }) => {
  const form = await openChannelForm(page)
  await form.getByRole('button', { name: 'Advanced settings' }).click()
  const plugin = form.getByRole('group', { name: 'Plugin parameters' })
  await plugin.getByRole('textbox').click()
  await page.keyboard.insertText('{"dialects" 1}')
  await form.getByRole('button', { name: 'Create channel' }).click()
  await expect(form.getByRole('button', { name: 'Routing, 1 to fix' })).toBeVisible()
})

test('what cannot be is told as its field is left, and what was only passed is not', async ({
  page,
}) => {
  await visitAs(page, 'root')
  await page.goto('/panel/token')
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create token' })
  await form.getByLabel('Name').focus()
  await form.getByLabel('Allowed addresses').fill('10.0.0.0/99')
  await page.keyboard.press('Tab')
  const fault = form.getByText('Allowed addresses: Must be an IP address or a CIDR range')
  await expect(fault).toBeVisible()
  await form.getByLabel('Allowed models').fill('m'.repeat(201))
  await page.keyboard.press('Tab')
  await expect(form.getByText('Allowed models: Must have at most 200 characters')).toBeVisible()
  await expect(form.getByText('Name is required')).toHaveCount(0)
  await form.getByLabel('Allowed addresses').fill('10.0.0.0/8')
  await form.getByRole('button', { name: '10.0.0.0/99' }).press('Delete')
  await form.getByLabel('Name').fill('Near')
  await page.keyboard.press('Tab')
  await expect(fault).toHaveCount(0)
})

test('leaving the models keeps what was chosen', async ({ page }) => {
  const form = await openChannelForm(page)
  await form.getByRole('button', { name: 'Fill models of this type' }).click()
  await form.getByRole('combobox', { name: 'Models' }).fill('one-more')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'one-more', exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(form.getByRole('button', { name: 'gpt-6-astra', exact: true })).toBeVisible()
})

test('a new channel lists models and is tested before any is chosen', async ({ page }, info) => {
  const form = await openChannelForm(page)
  // This server is its own supplier: it has a list of models, and serves the one that is tested.
  await form.getByLabel('Base URL').fill(new URL(page.url()).origin)
  await form.getByLabel('Key').fill(await tokenOf(page, `Own supplier ${info.project.name}`))
  await form.getByLabel('Test model').fill('sandbox/chat')
  await form.getByRole('button', { name: 'Test connection' }).click()
  const tested = page.getByRole('dialog', { name: 'Test connection' })
  await expect(tested.getByText(/HTTP 200/)).toBeVisible()
  await tested.getByRole('button', { name: 'Close' }).click()
  await form.getByRole('button', { name: 'Fetch model list' }).click()
  await expect(page.getByRole('dialog', { name: 'Choose models' })).toBeVisible()
})

for (const reveal of [false, true]) {
  const words = reveal ? 'one that can be shown again closes' : 'one shown once stays open'
  test(`a key is shown, and ${words} on Escape`, async ({ page }, info) => {
    await page.route('**/api/status', async (route) => {
      const response = await route.fetch()
      const status = await response.json()
      status.data.token_key_reveal = reveal
      await route.fulfill({ response, json: status })
    })
    await visitAs(page, 'root')
    await page.goto('/panel/token')
    await page.getByRole('button', { name: 'Create token' }).first().click()
    const form = page.getByRole('dialog', { name: 'Create token' })
    await form.getByLabel('Name').fill(`Once ${reveal} ${info.project.name}`)
    await form.getByRole('button', { name: 'Create token' }).click()
    const result = page.getByRole('dialog', { name: /^New key of/ })
    await expect(result).toBeVisible()
    await page.keyboard.press('Escape')
    if (reveal) return expect(result).toBeHidden()
    await page.mouse.click(2, 2)
    await expect(result).toBeVisible()
    await result.getByRole('button', { name: 'I have saved the key' }).click()
    await expect(result).toBeHidden()
  })
}

test('a refused priority says so where it is typed', async ({ page }, info) => {
  const name = `Refused ${info.project.name}`
  await visitAs(page, 'root')
  await channelOf(page, { name, models: ['refused/model'], status: 2 })
  await page.goto(`/panel/channel?keyword=${encodeURIComponent(name)}`)
  const priority = page.getByRole('textbox', { name: `Priority of ${name}` })
  await priority.fill('-1')
  await expect(page.getByRole('tooltip')).toBeVisible()
  await expect(priority).toHaveAccessibleDescription(/Priority/)
  await priority.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test('what is refused of a row stands clear of its label and of the pager', async ({
  page,
}, info) => {
  const name = `Clear ${info.project.name}`
  await visitAs(page, 'root')
  await channelOf(page, { name, models: ['clear/model'], status: 2 })
  await page.goto(`/panel/channel?name=${encodeURIComponent(name)}`)
  const weight = page.getByRole('textbox', { name: `Weight of ${name}` })
  await weight.fill('0')
  await expect(async () => {
    const [told, below] = await Promise.all([
      page.getByRole('tooltip').boundingBox(),
      weight.boundingBox(),
    ])
    expect(told?.y ?? Infinity).toBeLessThan(below?.y ?? 0)
  }).toPass({ timeout: 5_000 })
  const label = page.locator('dt').filter({ hasText: 'Weight' })
  if ((await label.count()) === 0) return
  const [before, ring] = await Promise.all([label.boundingBox(), weight.boundingBox()])
  expect((ring?.x ?? 0) - (before?.x ?? 0) - (before?.width ?? 0)).toBeGreaterThanOrEqual(2)
})

/** What is told of failures beside the fields. */
const toldBeside = (page: Page) => page.locator('.notistack-MuiContent, .MuiAlert-colorError')

test('what the server refuses of a field is told once, at that field', async ({ page }, info) => {
  const form = await openChannelForm(page)
  await form.getByLabel('Name').fill(`Refused once ${info.project.name}`)
  await form.getByLabel('Key').fill('sk-refused')
  await form.getByRole('combobox', { name: 'Models' }).fill('refused/once')
  await page.keyboard.press('Enter')
  await form.getByRole('combobox', { name: 'User groups' }).fill('nowhere')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Create channel' }).click()
  await expect(form.getByText('There is no such user group')).toHaveCount(1)
  await expect(form.getByRole('button', { name: 'Routing, 1 to fix' })).toBeVisible()
  await expect(toldBeside(page)).toHaveCount(0)
})

test('what is wrong with a try is told at its fields, and nobody is asked', async ({ page }) => {
  const form = await openChannelForm(page)
  await form.getByRole('button', { name: 'Fetch model list' }).click()
  await expect(form.getByText('Key cannot be empty')).toHaveCount(1)
  await form.getByLabel('Key').fill('sk-tried')
  await form.getByLabel('Proxy').fill('nowhere')
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByText(/Must be an http, https or socks5 proxy address/)).toHaveCount(1)
  await expect(page.getByRole('dialog', { name: 'Test connection' })).toHaveCount(0)
  await expect(toldBeside(page)).toHaveCount(0)
})

test('a refused sign-in is told once, under its fields', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto('/login')
  await page.getByLabel('Username or e-mail').fill('nobody at all')
  await page.getByRole('textbox', { name: 'Password' }).fill('not a password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong username or password').first()).toBeVisible()
  // What shows notices is loaded for the first of them.
  await page.waitForLoadState('networkidle')
  await expect(toldBeside(page)).toHaveCount(1)
})

test('a row whose name is missing or there twice keeps what was typed, and says so', async ({
  page,
}) => {
  const form = await openChannelForm(page)
  await form.getByRole('button', { name: 'Model mapping' }).click()
  const mapping = form.getByRole('group', { name: 'Model mapping' })
  const rows = [
    ['a', 'first'],
    ['a', 'second'],
    ['', 'third'],
  ]
  for (const [index, [from = '', to = '']] of rows.entries()) {
    await mapping.getByRole('button', { name: 'Add a row' }).click()
    await mapping.getByLabel('Requested model').nth(index).fill(from)
    await mapping.getByLabel('Forwarded model').nth(index).fill(to)
  }
  await expect(mapping.getByText('there twice')).toHaveCount(0)
  await form.getByLabel('Name').focus()
  await expect(mapping.getByText('Requested model: A name is there twice')).toHaveCount(1)
  await expect(mapping.getByText('Requested model: Required')).toHaveCount(1)
  await expect(mapping.getByLabel('Requested model').nth(1)).toHaveAttribute('aria-invalid', 'true')
  await mapping.getByRole('button', { name: 'Edit as JSON' }).click()
  await expect(mapping.getByRole('textbox')).toHaveText('{"a":"first","a":"second","":"third"}')
})

test('JSON complains once one pauses or leaves, in one sentence', async ({ page }) => {
  await page.clock.install()
  const form = await openChannelForm(page)
  await form.getByRole('button', { name: 'Advanced settings' }).click()
  const plugin = form.getByRole('group', { name: 'Plugin parameters' })
  await plugin.getByRole('textbox').click()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await page.keyboard.insertText('{"dialects" 1}')
  await expect(plugin.getByRole('alert')).toHaveCount(0)
  await page.clock.runFor(1000)
  await expect(plugin.getByRole('alert')).toHaveText('Invalid JSON at line 1, column 13')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('[1]')
  await expect(plugin.getByRole('alert')).toHaveCount(0)
  await page.clock.resume()
  await form.getByRole('textbox', { name: 'Name' }).focus()
  await expect(plugin.getByRole('alert')).toHaveText(
    'Plugin parameters (JSON): Must be a JSON object, such as {"a":1}',
  )
})

test('an amount that is too small or none at all says what it may be', async ({ page }) => {
  await visitAs(page, 'root')
  await page.goto('/panel/token')
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create token' })
  const day = form.getByLabel('Spend per day')
  const told = {
    '0.0000001': 'Must be 0 or at least $0.000002',
    '1e30': 'Must be a number, such as 12.50',
    '-0.0000001': 'Must be ≥ $0.00',
  }
  for (const [typed, words] of Object.entries(told)) {
    await day.fill(typed)
    await page.keyboard.press('Tab')
    await expect(form.getByText(words)).toBeVisible()
  }
})

test('a key is shown again after the password, where the sign-in is too old', async ({
  page,
}, info) => {
  const name = `revealed ${info.testId.slice(-8)}`
  await visitAs(page, 'traveller')
  const key = await tokenOf(page, name)
  const refusal = { success: false, code: 'auth.recent-sign-in', message: '', data: null }
  await page.route('**/api/token/*/reveal', (route) => route.fulfill({ json: refusal }), {
    times: 1,
  })
  await page.goto(`/panel/token?keyword=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Actions of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Reveal key' }).click()
  const question = page.getByRole('dialog', { name: 'Enter your password again' })
  await question.locator('input[type="password"]').fill(travellerPassword)
  await question.getByRole('button', { name: 'Confirm' }).click()
  // The answer takes the place of the question, whose end closes nothing else.
  await expect(question).toHaveCount(0)
  const shown = page.getByRole('dialog', { name: `Key of "${name}"` })
  await expect(shown.getByText(key).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
