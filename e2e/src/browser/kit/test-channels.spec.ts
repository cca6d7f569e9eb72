import { expect, test } from '@playwright/test'
import { openProduct } from '@posthouse/testkit/product'
import { openMockUpstream } from '@posthouse/testkit/mock-upstream'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { inspect } from '../inspect.ts'

test('all channels are tested: the slow one is disabled, the failing one says why, and it can be tried again', async ({
  page,
}) => {
  const upstream = await openMockUpstream()
  const product = await openProduct()
  try {
    const root = await product.root()
    for (const name of ['good', 'slow', 'broken']) {
      await root.client.createChannel({
        body: {
          type: 8,
          name,
          group: ['default'],
          models: [`mock/${name}`],
          key: `sk-${name}`,
          base_url: `${upstream.url}/${name}`,
        },
      })
    }
    await root.client.setOption({ body: { key: 'ChannelDisableThreshold', value: '1' } })
    let mended = false
    upstream.onAny(async (call) => {
      if (call.channel === 'slow') await new Promise((resolve) => setTimeout(resolve, 1_500))
      if (call.channel === 'broken' && !mended) {
        call.json(500, { error: { message: 'the machine room is flooded' } })
      } else call.json(200, chatAnswer(call.channel, usageOf(10, 5)))
    })
    const [name = '', value = ''] = root.cookie().split('=')
    await page.context().addCookies([{ name, value, url: product.address }])
    await page.addInitScript(() => {
      localStorage.setItem(
        'user',
        JSON.stringify({ id: 1, username: 'root', display_name: 'root', role: 100, status: 1 }),
      )
      localStorage.setItem('appLanguage', 'en_US')
    })
    await page.goto(`${product.address}/panel/channel?type=8`)
    await page.getByRole('button', { name: 'Test all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test channels' })
    await expect(dialog).toContainText('Test 3 channels?')
    expect(upstream.calls).toEqual([])
    await dialog.getByRole('button', { name: 'Test 3 channels' }).click()
    await expect(dialog).toContainText('3 of 3 done: 2 passed, 1 failed, 0 not tested')
    const line = (of: string) => dialog.getByRole('listitem').filter({ hasText: of })
    await expect(line('good')).toContainText('Passed in')
    await expect(line('slow')).toContainText('Slower than the maximum response time')
    await expect(line('broken')).toContainText('the machine room is flooded')
    await inspect(page, 'a run of tests', 'en_US')
    mended = true
    await dialog.getByRole('button', { name: 'Test the failed again' }).click()
    await expect(dialog).toContainText('3 of 3 done: 3 passed, 0 failed, 0 not tested')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'slow' })).toContainText('Test-disabled')
    await expect(page.getByRole('row').filter({ hasText: 'good' })).toContainText('Enabled')
  } finally {
    await product.close()
    await upstream.close()
  }
})
