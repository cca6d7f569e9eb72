import { expect, type Page, test } from '@playwright/test'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { type MockUpstream, openMockUpstream } from '@posthouse/testkit/mock-upstream'
import { inspect } from '../inspect.ts'

let product: Product
let root: Browser
let supplier: MockUpstream
test.beforeEach(async () => {
  supplier = await openMockUpstream()
  product = await openProduct()
  root = await product.root()
})
test.afterEach(async () => {
  await product.close()
  await supplier.close()
})

const channelOf = (type: number, name: string, models: readonly string[]) =>
  root.client.createChannel({
    body: {
      type,
      name,
      group: ['default'],
      models: [...models],
      key: `sk-${name}`,
      base_url: `${supplier.url}/${name}`,
    },
  })

async function signIn(page: Page): Promise<void> {
  const [name = '', value = ''] = root.cookie().split('=')
  await page.context().addCookies([{ name, value, url: product.address }])
  await page.addInitScript(() => {
    localStorage.setItem(
      'user',
      JSON.stringify({ id: 1, username: 'root', display_name: 'root', role: 100, status: 1 }),
    )
    localStorage.setItem('appLanguage', 'en_US')
  })
}

test('balances are asked for and shown with their currency, and one that is used up asks for attention', async ({
  page,
}) => {
  for (const name of ['rich', 'poor', 'broken']) await channelOf(28, name, [`mock/${name}`])
  await channelOf(14, 'silent', ['mock/silent'])
  supplier.onAny((call) => {
    if (call.channel === 'broken') {
      call.json(401, { error: { message: 'the key was revoked' } })
      return
    }
    const total = call.channel === 'rich' ? '1234.56' : '0.00'
    call.json(200, {
      is_available: true,
      balance_infos: [{ currency: 'CNY', total_balance: total }],
    })
  })
  await signIn(page)
  await page.goto(`${product.address}/panel/channel?type=28`)
  await page.getByRole('button', { name: 'Update balances' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update balances' })
  await expect(dialog).toContainText('the suppliers of 3 channels')
  await dialog.getByRole('button', { name: 'Ask for 3 channels' }).click()
  await expect(dialog).toContainText('3 of 3 done: 2 updated, 1 failed, 0 skipped')
  const line = (of: string) => dialog.getByRole('listitem').filter({ hasText: of })
  await expect(line('rich')).toContainText('1,234.56 CNY')
  await expect(line('broken')).toContainText('the key was revoked')
  await inspect(page, 'a run of balances', 'en_US')
  await dialog.getByRole('button', { name: 'Close' }).click()
  const row = (of: string) => page.getByRole('row').filter({ hasText: of })
  await expect(row('poor').getByRole('img', { name: 'Needs attention' })).toBeVisible()
  await expect(row('rich').getByRole('img', { name: 'Needs attention' })).toHaveCount(0)
  await expect(row('poor')).toContainText('Enabled')
  await expect(row('rich')).toContainText('1,234.56 CNY')
})

test('the models of a channel are compared with its supplier’s, and what is ticked is applied', async ({
  page,
}) => {
  let listed = ['kept', 'new-a', 'new-b']
  supplier.onAny((call) => call.json(200, { data: listed.map((id) => ({ id })) }))
  const { id } = await channelOf(8, 'changing', ['kept', 'retired'])
  await signIn(page)
  await page.goto(`${product.address}/panel/channel?type=8`)
  const row = page.getByRole('row').filter({ hasText: 'changing' })
  await row.getByRole('button', { name: /More|Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Compare models' }).click()
  const dialog = page.getByRole('dialog', { name: 'Models of "changing" and its supplier' })
  await expect(dialog).toContainText('1 model is the same')
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(0)
  const apply = dialog.getByRole('button', { name: /^Add / })
  await expect(apply).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'new-a' }).check()
  await dialog.getByRole('checkbox', { name: 'retired' }).check()
  await expect(dialog.getByRole('link', { name: 'Set prices' })).toBeVisible()
  await inspect(page, 'a comparison of models', 'en_US')
  // Somebody else is faster.
  await root.client.updateChannel({ body: { id, models: ['kept', 'retired', 'theirs'] } })
  await apply.click()
  await expect(dialog).toContainText('The channel was changed in the meantime')
  listed = ['kept', 'new-a']
  await dialog.getByRole('button', { name: 'Compare again' }).click()
  await dialog.getByRole('checkbox', { name: 'new-a' }).check()
  await dialog.getByRole('checkbox', { name: 'retired' }).check()
  await dialog.getByRole('button', { name: 'Add 1, remove 1' }).click()
  await expect(dialog).toHaveCount(0)
  const { models } = await root.client.getChannel({ params: { id } })
  expect(models).toEqual(['kept', 'theirs', 'new-a'])
})
