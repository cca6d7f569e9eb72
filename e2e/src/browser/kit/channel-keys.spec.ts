import { expect, type Page, test } from '@playwright/test'
import { openMockUpstream } from '@posthouse/testkit/mock-upstream'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { inspect } from '../inspect.ts'

/** Opens the browser as root of a product of the test's own. */
async function signIn(page: Page, product: Product) {
  const root = await product.root()
  const [name = '', value = ''] = root.cookie().split('=')
  await page.context().addCookies([{ name, value, url: product.address }])
  await page.addInitScript(() => {
    localStorage.setItem(
      'user',
      JSON.stringify({ id: 1, username: 'root', display_name: 'root', role: 100, status: 1 }),
    )
    localStorage.setItem('appLanguage', 'en_US')
  })
  return root
}

test('keys of a channel are added, tested, disabled and deleted one by one', async ({ page }) => {
  const upstream = await openMockUpstream()
  const product = await openProduct()
  try {
    const root = await signIn(page, product)
    const { id } = await root.client.createChannel({
      body: {
        type: 8,
        name: 'pool',
        group: ['default'],
        models: ['mock/one'],
        key: 'sk-0123456789-old1',
        base_url: `${upstream.url}/pool`,
      },
    })
    upstream.onAny((call) => call.json(200, chatAnswer('hello', usageOf(1, 1))))
    await page.goto(`${product.address}/panel/channel?row=${id}&panel=keys`)
    const panel = page.getByRole('dialog', { name: 'pool' })
    const rows = panel.getByRole('list', { name: 'Keys' }).getByRole('listitem')
    await expect(rows).toHaveCount(1)
    await expect(panel.getByRole('button', { name: 'Delete key …old1' })).toBeDisabled()

    await panel.getByRole('button', { name: 'Add keys' }).click()
    const form = page.getByRole('dialog', { name: 'Add keys to "pool"' })
    await form
      .getByLabel('New keys')
      .fill('sk-0123456789-new2\nsk-0123456789-old1\nsk-0123456789-new3\nno key at all')
    await inspect(page, 'adding keys', 'en_US')
    await form.getByRole('button', { name: 'Add keys' }).click()
    await expect(page.getByText('Added 2 keys')).toBeVisible()
    await expect(page.getByText('1 was already there')).toBeVisible()
    await expect(page.getByText('1 is malformed and was not added')).toBeVisible()
    await expect(rows).toHaveCount(3)

    await panel.getByRole('button', { name: 'Test key …new2' }).click()
    await expect(panel.getByText('Test passed: mock/one')).toBeVisible()
    await panel.getByRole('button', { name: 'Disable key …new3' }).click()
    await expect(panel.getByRole('button', { name: 'Enable key …new3' })).toBeVisible()
    await page.mouse.move(0, 0)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await inspect(page, 'keys of a channel', 'en_US')
    await panel.getByRole('button', { name: 'Delete key …new2' }).click()
    await page
      .getByRole('dialog', { name: 'Delete key …new2' })
      .getByRole('button', { name: 'Delete key' })
      .click()
    await expect(rows).toHaveCount(2)
    const keys = await root.client.listChannelKeys({ params: { id: String(id) } })
    expect(keys.map(({ preview, status }) => [preview, status])).toEqual([
      ['…old1', 1],
      ['…new3', 2],
    ])

    await page.goto(`${product.address}/panel/channel`)
    await page.getByRole('button', { name: 'Actions of pool' }).click()
    await page.getByRole('menuitem', { name: 'Copy' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit channel "pool copy"' })).toBeVisible()
    const copies = await root.client.listChannels({ query: { name: 'pool copy' } })
    expect(copies.data.map(({ status, key_count }) => [status, key_count])).toEqual([[2, 2]])
  } finally {
    await product.close()
    await upstream.close()
  }
})
