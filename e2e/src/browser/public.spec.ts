import { expect, type Page, test } from './kit/kept-page.ts'
import { visitAs } from './visit.ts'

const answer = (page: Page, call: string, data: unknown) =>
  page.route(call, (route) => route.fulfill({ json: { success: true, message: '', data } }))

const refuse = (page: Page, call: string) =>
  page.route(call, (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'broken', code: 'internal' } }),
  )

test('a jump link opens chat clients only, and only at a click', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto(`/jump?url=${encodeURIComponent('opencat://team/join?token=sk-secret')}`)
  await expect(page.getByText('opencat://team/join')).toBeVisible()
  await expect(page.getByText('sk-secret')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Open the app' })).toHaveAttribute(
    'href',
    'opencat://team/join?token=sk-secret',
  )
  const client = 'https://app.nextchat.dev/#/?settings={"key":"sk-secret","url":"https://x"}'
  await page.goto(`/jump?url=${encodeURIComponent(client)}`)
  await expect(page.getByText('This link opens app.nextchat.dev')).toBeVisible()
  await expect(page.getByText('sk-secret')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Open the site' })).toHaveAttribute('href', client)
  for (const attack of [
    'https://evil.example/',
    'https://app.nextchat.dev@evil.example/',
    '//evil.example/',
    'javascript:window.hit=1',
    'javascript://%0awindow.hit=1',
    'data:text/html,<script>parent.hit=1</script>',
    'java\tscript:window.hit=1',
    'intent://evil#Intent;scheme=https;end',
  ]) {
    await page.goto(`/jump?url=${encodeURIComponent(attack)}`)
    await expect(page.getByRole('heading', { name: 'Invalid link' }), attack).toBeVisible()
    await expect(page.getByRole('link', { name: /^Open the/ })).toHaveCount(0)
    expect(await page.evaluate(() => 'hit' in window)).toBe(false)
    await expect(page).toHaveURL(/\/jump/)
  }
})

test('closed registration says whom to ask', async ({ page }) => {
  await page.route('**/api/status', async (route) => {
    const response = await route.fetch()
    const { data, ...envelope } = await response.json()
    await route.fulfill({
      response,
      json: { ...envelope, data: { ...data, register_enabled: false } },
    })
  })
  await visitAs(page, 'nobody')
  await page.goto('/register')
  await expect(page.getByRole('heading', { name: 'Registration is closed' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to login' }).click()
  await expect(page.getByRole('link', { name: 'Create account' })).toHaveCount(0)
})

test('a broken reset link says so and leads on', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto('/user/reset')
  await expect(page.getByRole('heading', { name: 'Invalid link' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to login' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('a provider that is off leads back to the login by itself', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.clock.install()
  await page.goto('/oauth/github?code=x&state=y')
  const reason = 'Sign-in with GitHub is not enabled'
  await expect(page.getByText(reason)).toBeVisible()
  await page.clock.fastForward(3000)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible()
  await page.goto('/oauth/nobody')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('people who are signed in need no login, and chat in the public frame', async ({ page }) => {
  await visitAs(page, 'traveller')
  for (const path of ['/login', '/register', '/reset']) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/panel\/dashboard/)
  }
  await page.goto('/playground')
  await expect(page.getByRole('heading', { level: 1, name: 'Playground' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('chatting needs an account, and comes back after the login', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto('/playground')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fplayground/)
})

test('the operator’s home page replaces ours, cleaned, with prices in reach', async ({ page }) => {
  await answer(
    page,
    '**/api/home_page_content',
    '<h2>Our own</h2><img src=x onerror="window.hit=1"><script>window.hit=1</script><form action="https://evil.example"></form>',
  )
  await visitAs(page, 'nobody')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Our own' })).toBeVisible()
  await expect(page.getByText('One endpoint.')).toHaveCount(0)
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  await expect(page.locator('main form, main script')).toHaveCount(0)
  await page.getByText('Available models and prices').click()
  await expect(page.getByRole('heading', { name: 'Prices' })).toBeVisible()
})

test('the operator’s HTML stays in its box, whatever its styles say', async ({ page }) => {
  const everywhere = 'position:fixed;inset:0;width:100vw;height:100vh;z-index:99999;background:red'
  const html = `<p>Ours</p><a class="MuiBackdrop-root" href="#x" style="${everywhere}">cover</a>`
  await answer(page, '**/api/about', html)
  await visitAs(page, 'nobody')
  await page.goto('/about')
  await expect(page.getByText('Ours')).toBeVisible()
  await expect(page.locator('.MuiBackdrop-root')).toHaveCount(0)
  // Would time out if something lay over it.
  await page.getByRole('banner').getByRole('link').first().click({ trial: true })
})

test('a home page elsewhere lies in a frame that cannot reach this site', async ({ page }) => {
  await page.route('https://home.example/', (route) => route.fulfill({ body: 'elsewhere' }))
  await answer(page, '**/api/home_page_content', 'https://home.example/')
  await visitAs(page, 'nobody')
  await page.goto('/')
  const sandbox = await page.locator('iframe').getAttribute('sandbox')
  expect(sandbox).not.toContain('allow-same-origin')
  expect(sandbox).not.toContain('allow-top-navigation')
})

test('the receipt of the home page adds up, and its call names what is served', async ({
  page,
}) => {
  await visitAs(page, 'nobody')
  await page.goto('/')
  await expect(page.getByText('sandbox/chat').first()).toBeVisible()
  const rows = page.getByRole('table').filter({ hasText: 'Total' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  const numbers = await rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('td')].map((cell) =>
        Number(cell.textContent.replace(/[^\d.]/g, '')),
      ),
    ),
  )
  const micros = (dollars = Number.NaN): number => Math.round(dollars * 1e6)
  const lines = numbers.slice(0, 2)
  for (const [quantity = 0, price = 0, amount] of lines) {
    expect(micros(amount)).toBe(Math.round(quantity * price))
  }
  const sum = lines.reduce((total, [, , amount]) => total + micros(amount), 0)
  expect(micros(numbers[2]?.[0])).toBe(sum)
})

test('content that does not load is told in the specification’s words, with a way to retry', async ({
  page,
}) => {
  await visitAs(page, 'nobody')
  await refuse(page, '**/api/about')
  await page.goto('/about')
  await expect(page.getByText('Failed to load about content...')).toBeVisible()
  await page.unroute('**/api/about')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Failed to load about content...')).toBeHidden()
  await refuse(page, '**/api/home_page_content')
  await page.goto('/')
  await expect(page.getByText('Failed to load homepage content...')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('what others wrote of this build can be read in a browser @desktop-only', async ({ page }) => {
  for (const [path, words] of [
    ['/licenses.txt', 'react'],
    ['/licenses.txt', '@fontsource/roboto'],
  ] as const) {
    const answer = await page.goto(path)
    expect(answer?.headers()['content-type']).toMatch(/^text\/plain/)
    await expect(page.getByText(words).first()).toBeVisible()
  }
})

test('the home page lists the models, what they do and what they cost, or that there are none', async ({
  page,
}) => {
  await visitAs(page, 'nobody')
  const price = (input: string, output: string) => ({
    model: '',
    type: 'tokens',
    channel_type: 1,
    input: '1',
    output: '1',
    lines: [
      { bucket: 'input', unit: 'token', amount_micro: '1', dollars_per_million: input },
      { bucket: 'output', unit: 'token', amount_micro: '1', dollars_per_million: output },
    ],
    source: '',
    id: 0,
    origin: 'default',
    locked: false,
    updated_time: 0,
  })
  const model = (operation: string, context: number | null) => ({
    groups: ['default'],
    owned_by: 'OpenAI',
    price: price('1.25', '10'),
    operation,
    context,
    input_modalities: [],
    output_modalities: [],
  })
  await answer(page, '**/api/available_model', {
    'a-chat': model('chat', 400_000),
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [`embed-${n}`, model('embed', null)]),
    ),
  })
  await page.goto('/')
  const models = page.getByRole('region', { name: 'Models and prices' })
  await expect(models.getByRole('row', { name: /a-chat/ })).toContainText('Chat400.0k$1.25$10.00')
  await expect(models.getByRole('row')).toHaveCount(13)
  await models.getByLabel('Search models').fill('embed-11')
  await expect(models.getByRole('row')).toHaveCount(2)
  await models.getByLabel('Search models').fill('')
  await models.getByRole('button', { name: 'Show all 13 models' }).click()
  await expect(models.getByRole('row')).toHaveCount(14)

  await answer(page, '**/api/available_model', {})
  await page.goto('/')
  await expect(models).toContainText('This site does not serve any models yet.')
})
