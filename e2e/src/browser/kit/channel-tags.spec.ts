import { expect, type Page, test } from '@playwright/test'
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

test('channels are created one per key, and changed, disabled and deleted by their tag', async ({
  page,
}) => {
  const product = await openProduct()
  try {
    const root = await signIn(page, product)
    const channels = async () =>
      (await root.client.listChannels({ query: { tag: 'pool', order: 'id' } })).data
    await page.goto(`${product.address}/panel/channel?create=yes`)
    const form = page.getByRole('dialog', { name: 'Create channel' })
    await form.getByLabel('Name').fill('worker')
    await form.getByLabel('Key').fill('sk-one-0001\nsk-two-0002')
    await form.getByRole('button', { name: 'Fill models of this type' }).click()
    await form.getByLabel('Create several channels').click()
    await form.getByLabel('Base URLs of the other channels').fill('https://two.example')
    await form.getByLabel('Tag').fill('pool')
    await form.getByRole('button', { name: 'Create 2 channels' }).click()
    await expect(page.getByText('Created 2 channels')).toBeVisible()
    expect((await channels()).map(({ name, base_url }) => [name, base_url])).toEqual([
      ['worker', 'https://api.openai.com'],
      ['worker_2', 'https://two.example'],
    ])

    await page.goto(`${product.address}/panel/channel#channel_tag`)
    await expect(page.getByRole('link', { name: '2 of 2 enabled' })).toBeVisible()
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'Actions of pool' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Disable all')
    const question = page.getByRole('dialog', { name: 'Disable 2 channels with the tag "pool"?' })
    await question.getByRole('button', { name: 'Disable 2 channels' }).click()
    await expect(page.getByRole('link', { name: '0 of 2 enabled' })).toBeVisible()

    await act('Edit all channels')
    const edit = page.getByRole('dialog', { name: 'Edit all channels with the tag "pool"' })
    await edit.getByRole('checkbox', { name: 'Weight' }).check()
    await edit.getByRole('spinbutton', { name: 'Weight' }).fill('7')
    await inspect(page, 'editing the channels of a tag', 'en_US')
    await edit.getByRole('button', { name: 'Change 2 channels' }).click()
    await expect(page.getByText('Changed 2 channels')).toBeVisible()
    expect((await channels()).map(({ weight, priority }) => [weight, priority])).toEqual([
      [7, 0],
      [7, 0],
    ])
    const notice = page.getByRole('alert').filter({ hasText: 'Changed 2 channels' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone: 2 restored')).toBeVisible()
    expect((await channels()).map(({ weight }) => weight)).toEqual([1, 1])

    await act('Delete all')
    const danger = page.getByRole('dialog', { name: 'Delete 2 channels with the tag "pool"?' })
    await expect(danger).toContainText('worker_2')
    await danger.getByRole('button', { name: 'Delete 2 channels' }).click()
    await expect(page.getByText('No tags yet')).toBeVisible()
    expect(await channels()).toEqual([])
  } finally {
    await product.close()
  }
})
