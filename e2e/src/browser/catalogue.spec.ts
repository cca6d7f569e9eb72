import { expect, test } from '@playwright/test'
import { openMockUpstream, type MockUpstream } from '@posthouse/testkit/mock-upstream'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { inspect, inspectPage } from './inspect.ts'
import { carryOut, visitAs } from './visit.ts'

/* With a product of its own: groups and prices are of the whole site. */

let product: Product
let upstream: MockUpstream
const password = 'password of the tests'
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  product = await openProduct()
  upstream = await openMockUpstream()
  upstream.on('gpt-5', (call) =>
    call.json(200, {
      id: 'chat-1',
      object: 'chat.completion',
      created: 1,
      model: 'gpt-5',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 },
    }),
  )
  const { client } = await product.root()
  await client.createUserGroup({
    body: { symbol: 'half', name: 'Half price', ratio: '0.5', api_rate: 0, public: false },
  })
  await client.createChannel({
    body: {
      type: 8,
      name: 'shop',
      group: ['default', 'half'],
      models: ['gpt-5', 'text-embedding-3-small'],
      key: 'sk-shop-0123456789',
      base_url: `${upstream.url}/shop`,
    },
  })
  await client.createChannel({
    body: {
      type: 8,
      name: 'members',
      group: ['half'],
      models: ['gpt-5-mini'],
      key: 'sk-members-0123456789',
      base_url: `${upstream.url}/members`,
    },
  })
  await product.user({ name: 'member', group: 'half', balance: 5_000_000 })
})
test.afterAll(async () => {
  await product.close()
  await upstream.close()
})

test('a visitor reads the public price list, and asks for a model after signing in', async ({
  page,
}) => {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/`)
  await page.getByRole('link', { name: 'Models', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Models and prices' })).toBeVisible()
  await expect(page.getByText('gpt-5', { exact: true })).toBeVisible()
  await expect(page.getByText('gpt-5-mini')).toHaveCount(0)
  await expect(page.getByText('$1.25')).toBeVisible()
  await page.getByRole('button', { name: 'Embeddings' }).click()
  await expect(page.getByText('gpt-5', { exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'text-embedding-3-small' }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('region', { name: 'curl' })).toContainText('/v1/embeddings')
  await expect(panel.getByRole('link', { name: 'Try it' })).toHaveCount(0)
  await inspect(page, 'a model of the price list', 'en_US')
  await page.goto(`${product.address}/price?row=gpt-5`)
  await page.getByRole('link', { name: 'Try it' }).click()
  await expect(page).toHaveURL(/\/login\?next=/)
})

test('a user sees prices of the own group, runs the code and tries the model', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/login?next=%2Fpanel%2Fmodel_price`)
  await page.getByLabel('Username or e-mail').fill('member')
  await page.getByLabel('Password *', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('the group “Half price” (0.5)')).toBeVisible()
  await expect(page.getByText('$0.625')).toBeVisible()
  await expect(page.getByText('gpt-5-mini', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'gpt-5', exact: true }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('cell', { name: 'Cache read', exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Create token' }).click()
  const command = panel.getByRole('region', { name: 'curl' })
  await expect(command).not.toContainText('sk-…')
  const answer = await carryOut(page, await command.innerText())
  expect(answer.status()).toBe(200)
  await panel.getByRole('link', { name: 'Try it' }).click()
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('gpt-5')
})

test('cards in place of the table are remembered', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/price`)
  await page.getByRole('button', { name: 'Show as cards' }).click()
  await page.reload()
  await expect(page.getByRole('list', { name: 'Models and prices' })).toBeVisible()
  await inspectPage(page, '/price as cards', 'en_US')
  await page.getByRole('button', { name: 'Show as a table' }).click()
  await expect(page.getByRole('table', { name: 'Models and prices' })).toBeVisible()
})

test('on a phone models are cards, in Chinese and in the dark', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visitAs(page, 'nobody', { language: 'zh_CN', theme: 'dark' })
  await page.goto(`${product.address}/price?row=gpt-5`)
  await expect(page.getByRole('cell', { name: '缓存读取', exact: true })).toBeVisible()
  await inspect(page, 'a model on a phone', 'zh_CN')
  await page.getByRole('button', { name: '关闭' }).click()
  await expect(page.getByRole('list', { name: '模型与价格' })).toBeVisible()
  await inspectPage(page, '/price on a phone', 'zh_CN')
})

test('the billing policy is one click from every public page', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/price`)
  await page.getByRole('link', { name: 'Billing policy' }).click()
  const table = page.getByRole('table', { name: 'Billing policy' })
  await expect(table.getByRole('row', { name: /before any content arrived/ })).toContainText(
    'Nothing.',
  )
  await inspectPage(page, '/billing-policy', 'en_US')
})
