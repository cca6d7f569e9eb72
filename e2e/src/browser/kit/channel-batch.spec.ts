import { expect, type Page, test } from '@playwright/test'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { inspect } from '../inspect.ts'

let product: Product
let root: Browser
test.beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
})
test.afterAll(() => product.close())

test.beforeEach(async ({ page }) => {
  const [name = '', value = ''] = root.cookie().split('=')
  await page.context().addCookies([{ name, value, url: product.address }])
  await page.addInitScript(() => {
    localStorage.setItem(
      'user',
      JSON.stringify({ id: 1, username: 'root', display_name: 'root', role: 100, status: 1 }),
    )
    localStorage.setItem('appLanguage', 'en_US')
  })
})

const made = async (name: string, more: object = {}): Promise<number> => {
  const body = {
    type: 8,
    name,
    group: ['default'],
    models: ['m'],
    key: 'sk-0123456789',
    base_url: 'https://one.example',
    ...more,
  }
  return (await root.client.createChannel({ body })).id
}

const read = (id: number) => root.client.getChannel({ params: { id: String(id) } })

const open = async (page: Page, button: string) => {
  await page.goto(`${product.address}/panel/channel`)
  await page.getByRole('button', { name: button, exact: true }).click()
}

test('Azure channels of one version get another, and a notice takes it back', async ({ page }) => {
  const old = await made('azure old', { type: 3, other: '2024-06-01' })
  const newer = await made('azure newer', { type: 55, other: 'preview' })
  await open(page, 'Batch changes')
  const dialog = page.getByRole('dialog', { name: 'Batch changes' })
  await dialog.getByLabel('Current version').click()
  await page.getByRole('option', { name: '2024-06-01 (1 channel)' }).click()
  await dialog.getByRole('checkbox', { name: 'azure old' }).check()
  await dialog.getByLabel('New version').fill('a/b')
  await expect(dialog.getByRole('button', { name: 'Change 1 channel' })).toBeDisabled()
  await dialog.getByLabel('New version').fill('2025-04-01-preview')
  await inspect(page, 'Azure versions', 'en_US')
  await dialog.getByRole('button', { name: 'Change 1 channel' }).click()
  await expect(page.getByText('Changed the version of 1 channel')).toBeVisible()
  expect((await read(old)).other).toBe('2025-04-01-preview')
  expect((await read(newer)).other).toBe('preview')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Changed the version of 1 channel')).toHaveCount(0)
  await expect.poll(async () => (await read(old)).other).toBe('2024-06-01')
})

test('a model is deleted from channels that offer others as well', async ({ page }) => {
  const several = await made('several', { models: ['gpt-4', 'gpt-4o'] })
  const only = await made('only', { models: ['gpt-4'] })
  await open(page, 'Batch changes')
  const dialog = page.getByRole('dialog', { name: 'Batch changes' })
  await dialog.getByRole('tab', { name: 'Delete a model' }).click()
  await dialog.getByLabel('Model name').fill('gpt-4')
  await dialog.getByRole('button', { name: 'Find channels' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'only' })).toBeDisabled()
  await expect(dialog.getByText('Its only model.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Select all' }).check()
  await dialog.getByRole('button', { name: 'Delete from 1 channel' }).click()
  await expect(page.getByText('Deleted gpt-4 from 1 channel')).toBeVisible()
  expect((await read(several)).models).toEqual(['gpt-4o'])
  expect((await read(only)).models).toEqual(['gpt-4'])
})

test('disabled channels are counted and named before they are deleted', async ({ page }) => {
  const manual = await made('off by hand', { status: 2 })
  const failed = await made('off by failures')
  const { db } = product.server.stores
  await db.updateTable('channels').set({ status: 3n }).where('id', '=', BigInt(failed)).execute()
  await open(page, 'Delete disabled channels')
  const both = page.getByRole('dialog', { name: 'Delete 2 disabled channels?' })
  await expect(both.getByText('off by failures')).toBeVisible()
  await both.getByRole('checkbox', { name: 'Disabled automatically (1)' }).uncheck()
  const dialog = page.getByRole('dialog', { name: 'Delete 1 disabled channel?' })
  await expect(dialog.getByText('off by hand')).toBeVisible()
  await expect(dialog.getByText('off by failures')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Delete 1 channel' }).click()
  await expect(page.getByText('Deleted 1 channel')).toBeVisible()
  await expect(read(manual)).rejects.toMatchObject({ code: 'channel.not-found' })
  expect((await read(failed)).status).toBe(3)
})
