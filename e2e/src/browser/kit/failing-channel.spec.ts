import { expect, test } from '@playwright/test'
import { openProduct } from '@posthouse/testkit/product'
import { openMockUpstream } from '@posthouse/testkit/mock-upstream'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { inspect } from '../inspect.ts'

test('one of three channels dies: calls go on, and the dashboard leads to the channel and its reason', async ({
  page,
}) => {
  const upstream = await openMockUpstream()
  const product = await openProduct()
  try {
    const root = await product.root()
    await root.client.createPrice({
      body: { model: 'mock/*', type: 'tokens', channel_type: 8, input: '1', output: '1' },
    })
    await root.client.setOption({ body: { key: 'RetryCooldownSeconds', value: '10' } })
    for (const [place, name] of ['first', 'second', 'third'].entries()) {
      await root.client.createChannel({
        body: {
          type: 8,
          name,
          group: ['default'],
          models: ['mock/*'],
          key: `sk-${name}`,
          base_url: `${upstream.url}/${name}`,
          priority: 30 - 10 * place,
        },
      })
    }
    let dead = false
    upstream.onAny((call) =>
      dead && call.channel === 'first'
        ? call.json(401, { error: { message: 'the key was revoked' } })
        : call.json(200, chatAnswer(call.channel, usageOf(10, 5))),
    )
    const { key } = await root.client.createToken({ body: { name: 'pool', unlimited_quota: true } })
    const ask = async () => {
      const response = await fetch(`${product.address}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'mock/one', messages: [{ role: 'user', content: 'hello' }] }),
      })
      const answer = (await response.json()) as { choices: { message: { content: string } }[] }
      return answer.choices[0]?.message.content
    }
    expect(await ask()).toBe('first')
    dead = true
    expect(await ask()).toBe('second')
    expect(await ask()).toBe('second')

    const [name = '', value = ''] = root.cookie().split('=')
    await page.context().addCookies([{ name, value, url: product.address }])
    await page.addInitScript(() => {
      localStorage.setItem(
        'user',
        JSON.stringify({ id: 1, username: 'root', display_name: 'root', role: 100, status: 1 }),
      )
      localStorage.setItem('appLanguage', 'en_US')
    })
    await page.goto(`${product.address}/panel/dashboard`)
    const station = page.getByRole('region', { name: 'The station today' })
    await expect(station.getByText('The upstream rejected the key')).toBeVisible()
    await inspect(page, 'the dashboard with a failing channel', 'en_US')
    await station.getByRole('link', { name: 'first' }).click()
    const panel = page.getByRole('dialog', { name: 'first' })
    await expect(panel).toContainText('The upstream rejected the key')
    await expect(panel).toContainText('the key was revoked')
    await page.goto(`${product.address}/panel/channel`)
    const row = page.getByRole('row').filter({ hasText: 'first' })
    await expect(row).toContainText(/\d+% · /)
    await expect(row).toContainText(/frozen, (\d+ (s|min) left|next call is the probe)/)
    // The upstream comes back, the pause ends, and the next call is the probe.
    dead = false
    await expect(async () => expect(await ask()).toBe('first')).toPass({ timeout: 60_000 })
    await page.reload()
    await expect(row).toContainText('Enabled')
    await expect(row).not.toContainText('frozen')
  } finally {
    await product.close()
    await upstream.close()
  }
})

test('a channel that a test disabled needs attention until an administrator has looked at it', async ({
  page,
}) => {
  const upstream = await openMockUpstream()
  const product = await openProduct()
  try {
    const root = await product.root()
    const { id } = await root.client.createChannel({
      body: {
        type: 8,
        name: 'refused',
        group: ['default'],
        models: ['mock/one'],
        key: 'sk-refused',
        base_url: `${upstream.url}/refused`,
      },
    })
    upstream.onAny((call) => call.json(401, { error: { message: 'the key was revoked' } }))
    await root.client.setOption({ body: { key: 'AutomaticDisableChannelEnabled', value: 'true' } })
    await root.client.testChannel({ params: { id }, query: { judge: true } })
    const [name = '', value = ''] = root.cookie().split('=')
    await page.context().addCookies([{ name, value, url: product.address }])
    await page.addInitScript(() => {
      localStorage.setItem(
        'user',
        JSON.stringify({ id: 1, username: 'root', display_name: 'root', role: 100, status: 1 }),
      )
      localStorage.setItem('appLanguage', 'en_US')
    })
    await page.goto(`${product.address}/panel/dashboard`)
    const station = page.getByRole('region', { name: 'The station today' })
    await station
      .locator('div')
      .filter({ has: page.getByText('Channels needing attention', { exact: true }) })
      .getByRole('link', { name: '1', exact: true })
      .last()
      .click()
    const row = page.getByRole('row').filter({ hasText: 'refused' })
    await expect(row.getByRole('img', { name: 'Needs attention' })).toBeVisible()
    await inspect(page, 'the channels that need attention', 'en_US')
    await row.getByRole('link', { name: 'refused' }).click()
    const panel = page.getByRole('dialog', { name: 'refused' })
    await expect(panel).toContainText('Disabled automatically')
    await expect(panel).toContainText('The upstream rejected the key')
    await page.goto(`${product.address}/panel/channel?type=8`)
    await expect(row).toContainText('Test-disabled')
    await expect(row.getByRole('img', { name: 'Needs attention' })).toHaveCount(0)
  } finally {
    await product.close()
    await upstream.close()
  }
})
