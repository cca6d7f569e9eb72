import { openMockUpstream } from '@posthouse/testkit/mock-upstream'
import { expect, test } from './kept-page.ts'
import { inspect } from '../inspect.ts'
import { callWith, channelOf, tokenOf, visitAs } from '../visit.ts'

test('an administrator sees what the station used and why attempts failed, and goes to the rows', async ({
  page,
}) => {
  await visitAs(page, 'root')
  const key = await tokenOf(page, `analytics ${test.info().testId}`)
  await callWith(page, key)
  const failed = await page.request.post('/v1/chat/completions', {
    headers: { authorization: `Bearer ${key}` },
    data: {
      model: 'sandbox/chat',
      messages: [{ role: 'user', content: 'x [[sandbox: fault=400]]' }],
    },
  })
  expect(failed.status()).toBe(400)
  await page.goto('/panel/analytics')
  await expect(page.getByText('Spent by all users')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Requests', exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Group by' }).first().click()
  await page.getByRole('option', { name: 'Supplier' }).click()
  await expect(page).toHaveURL(/by=supplier/)
  await expect(page.getByRole('columnheader', { name: 'Supplier' }).first()).toBeVisible()
  const top = page.getByRole('region', { name: 'Top models' })
  await expect(top.getByRole('link', { name: 'sandbox/chat' })).toBeVisible()
  await inspect(page, 'analytics', 'en_US')

  await page.getByRole('tab', { name: 'Latency' }).click()
  await expect(page.getByRole('heading', { name: 'Time to first token' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV: Response time', exact: true }).click()
  expect((await downloading).suggestedFilename()).toBe('Response time.csv')

  await page.getByRole('tab', { name: 'Errors' }).click()
  await expect(page.getByRole('heading', { name: 'Failed attempts by channel' })).toBeVisible()
  await page.getByRole('button', { name: 'View as table' }).first().click()
  const table = page.getByRole('region', { name: 'Failed attempts by channel' })
  await expect(table).toBeVisible()
  await table.getByRole('link').last().click()
  await expect(page).toHaveURL(/\/panel\/log\?.*log_type=5/)
})

test('analytics are for administrators', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/analytics')
  await expect(page.getByText('Spent by all users')).toHaveCount(0)
})

test('an administrator enters what a channel costs, and sees what is earned', async ({
  page,
}, info) => {
  const name = `earns ${info.project.name}`
  const model = `earns-${info.project.name}`
  await visitAs(page, 'root')
  await page.request.post('/api/prices/single', {
    data: { model, type: 'tokens', channel_type: 0, input: '1', output: '2' },
    headers: { 'x-posthouse': 'console' },
  })
  const upstream = await openMockUpstream()
  upstream.on(model, (call) =>
    call.json(200, {
      id: 'chat-1',
      object: 'chat.completion',
      created: 1,
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1_000, completion_tokens: 500, total_tokens: 1_500 },
    }),
  )
  const base_url = `${upstream.url}/${model}`
  await channelOf(page, { type: 8, name, models: [model], base_url, key: 'sk-earns' })
  await page.goto(`/panel/channel?name=${encodeURIComponent(name)}`)
  await page.getByRole('row', { name }).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('spinbutton', { name: 'Cost (%)' }).fill('50.123')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Cost (%) must be from 0 to 1,000')).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Cost (%)' }).fill('25')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const key = await tokenOf(page, name)
  const ask = async () => {
    const answer = await page.request.post('/v1/chat/completions', {
      headers: { authorization: `Bearer ${key}` },
      // Long enough to be among the channels that earned most.
      data: { model, messages: [{ role: 'user', content: 'what is earned? '.repeat(2_000) }] },
    })
    expect(answer.status()).toBe(200)
  }
  await ask()
  // No price of the model is published, so that a share of it says nothing.
  await page.goto('/panel/analytics')
  const table = page.getByRole('region', { name: 'Revenue and cost by channel' })
  const row = table.getByRole('row', { name })
  await expect(row).toContainText('unknown')
  await expect(page.getByText(/% of revenue\) came from calls whose cost is unknown/)).toBeVisible()

  await page.goto(`/panel/channel?name=${encodeURIComponent(name)}`)
  await page.getByRole('row', { name }).getByRole('button', { name: 'Edit' }).click()
  const prices = page.getByRole('group', { name: 'Own cost prices' })
  await prices.getByRole('button', { name: 'Add' }).click()
  await prices.getByLabel('Model at the supplier').fill(model)
  await prices.getByLabel('Cost price ($)').fill('cheap')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(prices.getByText(/Must be input \/ output in dollars/)).toBeVisible()
  await prices.getByLabel('Cost price ($)').fill('0 / 0')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await ask()
  await page.goto('/panel/analytics')
  await expect(row).toContainText('100.0%')
  await row.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/\/panel\/log\?.*channel_id=/)
  await upstream.close()
})
