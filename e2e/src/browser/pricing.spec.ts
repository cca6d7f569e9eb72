import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Locator, type Page } from '@playwright/test'
import { type MockUpstream, openMockUpstream } from '@posthouse/testkit/mock-upstream'
import { inspect } from './inspect.ts'
import { test } from './own-station.ts'
import { callWith, channelOf, tokenOf, visitAs } from './visit.ts'

const models = ['gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano', 'o3', 'o4-mini', 'gpt-4o']

/** A channel with models that nobody has priced, as after a book was cleared. */
async function withoutPrices(page: Page): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-posthouse': 'console' }
  const send = (method: 'PUT' | 'POST', path: string, data: object) =>
    page.request.fetch(path, { method, data, headers })
  await send('PUT', '/api/prices/multiple/delete', { models })
  await send('POST', '/api/channel/', {
    type: 1,
    name: 'Unpriced',
    key: 'sk-test',
    base_url: 'http://127.0.0.1:9',
    models,
    group: ['default'],
  })
}

const cell = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('an operator prices six models, changes them, and takes a change back @desktop-only', async ({
  page,
}) => {
  test.slow()
  await visitAs(page, 'root')
  await withoutPrices(page)
  await page.goto('/panel/pricing')
  await expect(page.getByText('6 models of your channels have no price')).toBeVisible()
  await inspect(page, 'prices with unpriced models', 'en_US')
  await page.getByRole('button', { name: 'Use all published prices (6)' }).click()
  await expect(page.getByText('6 models priced')).toBeVisible()
  await expect(page.getByText('have no price')).toBeHidden()

  await page.goto('/panel/pricing?keyword=gpt-4.1&order=model')
  await expect(cell(page, 'Input price of gpt-4.1')).toHaveValue('2')
  await page.getByRole('checkbox', { name: 'Select gpt-4.1', exact: true }).check()
  await page.getByRole('button', { name: 'Change by per cent' }).click()
  const percent = page.getByRole('dialog', { name: 'Change 1 price by per cent' })
  await percent.getByLabel('Per cent').fill('0')
  await percent.getByRole('button', { name: 'Change prices' }).click()
  await expect(percent.getByText('Enter a percentage from -100 to 9999')).toBeVisible()
  await percent.getByLabel('Per cent').fill('20')
  await percent.getByRole('button', { name: 'Change prices' }).click()
  await expect(percent).toBeHidden()
  await expect(cell(page, 'Input price of gpt-4.1')).toHaveValue('2.4')
  await expect(cell(page, 'Cached input price of gpt-4.1')).toHaveValue('0.6')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cell(page, 'Input price of gpt-4.1')).toHaveValue('2')

  await cell(page, 'Output price of gpt-4.1').fill('ten')
  await expect(page.getByText('1 price is not a valid amount')).toBeVisible()
  await cell(page, 'Output price of gpt-4.1').fill('10')
  await page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 price saved')).toBeVisible()
  await page.getByRole('button', { name: 'Multipliers' }).click()
  await expect(cell(page, 'Output price of gpt-4.1')).toHaveValue('5')

  await page.getByLabel('Which price applies?').last().fill('gpt-4.1-2025-04-14')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('The name is a dated release of this model.')).toBeVisible()
})

test('each cell has the unit of its row, and a steep change is asked about @desktop-only', async ({
  page,
}) => {
  await visitAs(page, 'root')
  const headers = { 'x-posthouse': 'console' }
  const entries = [
    { model: 'unit-call', type: 'times', channel_type: 1, input: '12.5', output: '0', lines: [] },
    {
      model: 'unit-minute',
      type: 'tokens',
      channel_type: 1,
      input: '0',
      output: '0',
      lines: [{ bucket: 'second', amount_micro: '50000000' }],
    },
    { model: 'claude-unit-tokens', type: 'tokens', channel_type: 14, input: '1', output: '5' },
  ]
  for (const data of entries) await page.request.post('/api/prices/single', { data, headers })
  await page.goto('/panel/pricing?keyword=unit-&order=model')
  const call = cell(page, 'Input price of unit-call')
  await expect(call).toHaveValue('0.025')
  await expect(call).toHaveAccessibleDescription('/ call')
  await expect(cell(page, 'Input price of unit-minute')).toHaveValue('0.006')
  await expect(cell(page, 'Input price of unit-minute')).toHaveAccessibleDescription('/ min')
  await page.getByRole('button', { name: 'Multipliers' }).click()
  await expect(call).toHaveValue('12.5')
  await page.getByRole('button', { name: 'Dollars' }).click()

  const bar = page.getByRole('region', { name: 'Save' })
  await call.fill('0.03')
  await expect(bar.getByText('Calls: $0.025 per call → $0.03 per call')).toBeVisible()
  await call.fill('0.00006')
  await bar.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Change prices more than fivefold?' })
  const asked = 'unit-call · Calls: $0.025 per call → $0.00006 per call'
  await expect(question.getByText(asked)).toBeVisible()
  await inspect(page, 'a steep change of a price', 'en_US')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(call).toHaveValue('0.00006')
  await call.fill('0.03')
  await cell(page, 'Input price of unit-minute').fill('0.012')
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('2 prices saved')).toBeVisible()
  const { data } = await (await page.request.get('/api/prices')).json()
  const stored = (model: string) => data.find((price: { model: string }) => price.model === model)
  expect(stored('unit-call')).toMatchObject({ type: 'times', input: '15' })
  expect(stored('unit-minute').lines).toContainEqual(
    expect.objectContaining({ bucket: 'second', amount_micro: '100000000' }),
  )

  const cached = cell(page, 'Cached input price of claude-unit-tokens')
  await expect(cached).toHaveValue('0.2')
  await cell(page, 'Input price of claude-unit-tokens').fill('3')
  await expect(cached).toHaveValue('0.3')
  await expect(
    bar.getByText('Cache read: $0.2 per million tokens → $0.3 per million tokens'),
  ).toBeVisible()
  await cached.fill('0.2')
  await expect(bar.getByText('Cache read:')).toBeHidden()
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 price saved')).toBeVisible()
  await expect(cached).toHaveValue('0.2')

  await page.getByRole('checkbox', { name: 'Select unit-call', exact: true }).check()
  await page.getByRole('button', { name: 'Change by per cent' }).click()
  const percent = page.getByRole('dialog', { name: 'Change 1 price by per cent' })
  await percent.getByLabel('Per cent').fill('900')
  await percent.getByRole('button', { name: 'Change prices' }).click()
  await expect(question.getByText('$0.03 per call → $0.3 per call')).toBeVisible()
  await question.getByRole('button', { name: 'Change prices' }).click()
  await expect(call).toHaveValue('0.3')
})

test('every meter of a price is edited, with what a call costs and its history @desktop-only', async ({
  page,
}) => {
  await visitAs(page, 'root')
  await page.goto('/panel/pricing')
  await page.getByRole('button', { name: 'Create price' }).click()
  const form = page.getByRole('dialog', { name: 'Create price' })
  await form.getByLabel('Model').fill('*')
  await form
    .getByLabel(/^Input/)
    .first()
    .fill('3')
  await form.getByLabel(/^Output/).fill('15')
  await form.getByRole('button', { name: 'Create price' }).click()
  await expect(
    form.getByText(/\* is allowed only as the last character|last character/),
  ).toBeVisible()
  await form.getByLabel('Model').fill('claude-journey')
  await form.getByLabel('Supplier').click()
  await page.getByRole('option', { name: 'Anthropic', exact: true }).click()
  await expect(form.getByLabel('Cache read')).toHaveValue('0.3')
  await expect(form.getByLabel('Cache write (1 hour)')).toHaveValue('6')
  // 2 000 × $3, 8 000 × $0.3 and 1 000 × $15, a million.
  await expect(form.getByRole('region', { name: 'Cost of a typical call' })).toContainText(
    '$0.0234',
  )
  await form.getByRole('button', { name: 'Create price' }).click()
  await expect(form).toBeHidden()

  await page.goto('/panel/pricing?keyword=claude-journey')
  await page.getByText('claude-journey', { exact: true }).click()
  await page.getByRole('tab', { name: 'Edit price' }).click()
  const edit = page.getByRole('form', { name: 'Edit the price of claude-journey' })
  await inspect(page, 'the panel of a price', 'en_US')
  await edit.getByLabel('Cache read').fill('0.5')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 price saved')).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText(/Edited · root/).first()).toBeVisible()
})

test('a fetched list is reviewed and taken over, and locked prices stay @desktop-only', async ({
  page,
}) => {
  const rows = [
    { model: 'list-new', type: 'tokens', channel_type: 1, input: 1, output: 2 },
    { model: 'list-steep', type: 'tokens', channel_type: 1, input: 60, output: 2 },
    { model: 'list-unread', type: 'tokens', channel_type: 1, input: 'one', output: 2 },
  ]
  const list = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows))
  }).listen(0, '127.0.0.1')
  await once(list, 'listening')
  const url = `http://127.0.0.1:${(list.address() as AddressInfo).port}/prices`

  await visitAs(page, 'root')
  const headers = { 'x-posthouse': 'console' }
  const steep = { model: 'list-steep', type: 'tokens', channel_type: 1, input: '1', output: '2' }
  await page.request.post('/api/prices/single', { data: steep, headers })
  await page.goto('/panel/pricing')
  await page.getByRole('button', { name: 'Fetch prices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fetch prices' })
  await dialog.getByRole('button', { name: 'Update prices' }).click()
  await expect(dialog.getByText('Please fetch data first')).toBeVisible()
  await dialog.getByLabel('Address').fill('not an address')
  await dialog.getByRole('button', { name: 'Fetch', exact: true }).click()
  await expect(dialog.getByText('The price list could not be fetched')).toBeVisible()
  await expect(dialog.getByText('Please fetch data first')).toHaveCount(0)
  await dialog.getByLabel('Address').fill(url)
  await dialog.getByRole('button', { name: 'Fetch', exact: true }).click()
  await expect(dialog.getByText('1 price changes more than fivefold')).toBeVisible()
  await expect(dialog.getByText('×60')).toBeVisible()
  await expect(dialog.getByText('Overwriting keeps these prices: list-unread')).toBeVisible()
  await expect(
    dialog.getByText('Input: $2 per million tokens → $120 per million tokens'),
  ).toBeVisible()
  await inspect(page, 'a fetched list', 'en_US')
  await dialog.getByRole('button', { name: 'Add new (1)' }).click()
  await expect(page.getByText('1 price updated')).toBeVisible()
  await page.goto('/panel/pricing?keyword=list-')
  await expect(cell(page, 'Input price of list-new')).toHaveValue('2')
  await expect(cell(page, 'Input price of list-steep')).toHaveValue('2')
  await page.getByRole('button', { name: 'Actions of list-steep' }).click()
  await page.getByRole('menuitem', { name: 'Lock', exact: true }).click()
  await expect(page.getByText('1 price locked')).toBeVisible()
  list.close()
})

test('the form of a channel takes published prices, whole and together with the channel @desktop-only', async ({
  page,
}) => {
  const own = ['form/gpt-4.1', 'form/o3', 'form/of-nobody']
  await visitAs(page, 'root')
  await channelOf(page, { name: 'Form prices', models: own })
  const priced = async () =>
    (await (await page.request.get('/api/prices')).json()).data.filter(
      ({ model }: { model: string }) => own.includes(model),
    )
  await page.goto('/panel/channel?name=Form%20prices')
  await page.getByRole('button', { name: 'Edit: Form prices' }).click()
  const form = page.getByRole('dialog', { name: 'Edit channel "Form prices"' })
  await expect(form.getByText('3 models have no price yet')).toBeVisible()
  await form.getByRole('button', { name: 'Use all published prices (2)' }).click()
  await form.getByRole('button', { name: 'Enter price of form/of-nobody' }).click()
  const typed = page.getByRole('dialog', { name: 'Enter price of form/of-nobody' })
  await typed
    .getByLabel(/^Input/)
    .first()
    .fill('3')
  await typed.getByLabel(/^Output/).fill('15')
  await inspect(page, 'a price of a channel', 'en_US')
  await typed.getByRole('button', { name: 'Enter price' }).click()
  await expect(form.getByText('All 3 models are priced')).toBeVisible()
  await form.getByRole('button', { name: 'Enter price of form/o3' }).click()
  const call = page.getByRole('dialog', { name: 'Enter price of form/o3' })
  await call.getByLabel('Type').click()
  await page.getByRole('option', { name: 'Per call' }).click()
  await call.getByRole('button', { name: 'Enter price' }).click()
  await expect(form.getByText('$0.002 per call')).toBeVisible()
  await form.getByRole('button', { name: 'Clear price of form/o3' }).click()
  await expect(form.getByText('1 model has no price yet')).toBeVisible()
  expect(await priced()).toEqual([])
  await form.getByRole('button', { name: 'Save channel' }).click()
  await expect(form).toBeHidden()
  const [published, entered, ...others] = await priced()
  expect(others).toEqual([])
  expect(published).toMatchObject({ model: 'form/gpt-4.1', input: '1', output: '4' })
  expect(published.lines).toContainEqual(
    expect.objectContaining({ bucket: 'output', tier: 'priority', dollars_per_million: '14' }),
  )
  expect(entered).toMatchObject({ model: 'form/of-nobody', input: '1.5', output: '7.5' })
  // The next test begins with models of its own that have no price.
  const { data } = await (await page.request.get('/api/channel/?name=Form%20prices')).json()
  await page.request.delete(`/api/channel/${data.data[0].id}`)
})

const served = models.map((model) => `journey/${model}`)

/** A channel of a stand-in whose answers report 1 000 tokens of input and 500 of output. */
async function withUpstream(page: Page): Promise<MockUpstream> {
  const upstream = await openMockUpstream()
  upstream.on('journey/gpt-4.1', (call) =>
    call.json(200, {
      id: 'chat-1',
      object: 'chat.completion',
      created: 1,
      model: 'journey/gpt-4.1',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: 1_000, completion_tokens: 500, total_tokens: 1_500 },
    }),
  )
  const base_url = `${upstream.url}/journey`
  await channelOf(page, { type: 8, name: 'Journey', models: served, base_url, key: 'sk-journey' })
  return upstream
}

test('six unpriced models are priced, one is raised, and a call costs what the catalogue says @desktop-only', async ({
  page,
}) => {
  test.slow()
  let clicks = 0
  const click = async (target: Locator) => {
    clicks++
    await target.click()
  }
  await visitAs(page, 'root')
  const upstream = await withUpstream(page)
  await page.goto('/panel/dashboard')
  await click(page.getByRole('navigation').getByRole('link', { name: 'Pricing' }))
  await click(page.getByRole('button', { name: 'Use all published prices (6)' }))
  await expect(page.getByText('6 models priced')).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(3)

  await page.goto('/panel/pricing?keyword=journey&order=model')
  await page.getByRole('checkbox', { name: 'Select journey/gpt-4.1', exact: true }).check()
  await page.getByRole('button', { name: 'Change by per cent' }).click()
  const percent = page.getByRole('dialog', { name: 'Change 1 price by per cent' })
  await percent.getByLabel('Per cent').fill('20')
  await percent.getByRole('button', { name: 'Change prices' }).click()
  await expect(percent).toBeHidden()

  await page.goto('/panel/model_price?row=journey%2Fgpt-4.1')
  const model = page.getByRole('dialog')
  await expect(model.getByRole('cell', { name: '$2.40', exact: true })).toBeVisible()
  await expect(model.getByRole('cell', { name: '$9.60', exact: true })).toBeVisible()

  const key = await tokenOf(page, 'journey')
  const request = await callWith(page, key, 'journey/gpt-4.1')
  await page.goto(`/panel/log?request_id=${request}`)
  await page
    .getByRole('button', { name: /see how it was calculated/ })
    .or(page.getByRole('link', { name: /see how it was calculated/ }))
    .first()
    .click()
  await expect(page.getByText('matches the ledger')).toBeVisible()
  const receipt = page.getByRole('tabpanel', { name: 'Charge' })
  const rowOf = (item: string) => receipt.getByRole('row', { name: item })
  await expect(rowOf('Input 1,000 × $2.40 $0.0024')).toBeVisible()
  await expect(rowOf('Output 500 × $9.60 $0.0048')).toBeVisible()
  await expect(receipt.getByText('$0.0072 · 3,600 units')).toBeVisible()
  await upstream.close()
})

test('an operator gives a price a date, and the catalogue shows the coming change @desktop-only', async ({
  page,
}) => {
  await visitAs(page, 'root')
  const headers = { 'x-posthouse': 'console' }
  const price = { model: 'dated-journey', type: 'tokens', channel_type: 8, input: '1', output: '2' }
  await page.request.post('/api/prices/single', { data: { ...price, lines: [] }, headers })
  const channel = { type: 8, name: 'Dated', key: 'sk-test', base_url: 'http://127.0.0.1:9' }
  await page.request.post('/api/channel/', {
    data: { ...channel, models: ['dated-journey'], group: ['default'] },
    headers,
  })
  await page.goto('/panel/pricing?keyword=dated-journey')
  await page.getByText('dated-journey', { exact: true }).click()
  await page.getByRole('tab', { name: 'Edit price' }).click()
  const edit = page.getByRole('form', { name: 'Edit the price of dated-journey' })
  await edit.getByRole('button', { name: 'Add dated price' }).click()
  const line = edit.getByRole('group', { name: 'Conditional price' })
  await line.getByLabel('$ per million').fill('40')
  await line.getByLabel('Starts on (UTC)').fill('2190-01-01')
  await edit.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Change prices more than fivefold?' })
  const asked = 'Input (from 2190-01-01): $2 per million tokens → $40 per million tokens'
  await expect(question.getByText(asked)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await line.getByLabel('$ per million').fill('4')
  await line.getByLabel('Ends on (UTC)').fill('2189-01-01')
  await expect(line.getByText('The end must be after the start')).toBeVisible()
  await inspect(page, 'a price with a date', 'en_US')
  await line.getByLabel('Ends on (UTC)').fill('')
  await line.getByLabel('Starts on (UTC)').fill('')
  await expect(line.getByText('Enter a date')).toBeVisible()
  await line.getByLabel('Starts on (UTC)').fill('2190-01-01')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 price saved')).toBeVisible()
  await page.goto('/panel/pricing?keyword=dated-journey')
  await expect(page.getByText('Changes on 2190-01-01')).toBeVisible()

  await page.goto('/panel/model_price?row=dated-journey')
  await expect(page.getByText('From 2190-01-01 (UTC): Input $4')).toBeVisible()
  await expect(page.getByText('New price from 2190-01-01')).toBeVisible()
  await inspect(page, 'a model whose price changes', 'en_US')

  const ended = [{ bucket: 'cache_read', amount_micro: '100000', until: 86_400 }]
  await page.request.put('/api/prices/single/dated-journey', {
    data: { ...price, lines: ended },
    headers,
  })
  await page.goto('/panel/pricing?keyword=dated-journey')
  await expect(page.getByText('Ended on 1970-01-02. Still applies: nothing follows')).toBeVisible()
})
