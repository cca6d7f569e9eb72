import { expect, type Page, test } from './kit/kept-page.ts'
import { inspect } from './inspect.ts'
import { callWith, expectNoSidewaysScroll, tokenOf, visitAs } from './visit.ts'

/** The figure of the strip above the log. */
const stripFigure = (page: Page, label: string) =>
  page.getByLabel('Totals for this filter').locator('div', { hasText: label }).locator('dd')

/** Text of a figure once it is there. */
async function figureOf(locator: ReturnType<Page['locator']>): Promise<string> {
  await expect(locator).toHaveText(/\d/, { timeout: 20_000 })
  return (await locator.textContent()) ?? ''
}

test('the chart, the strip and the ledger tell the same for a filter, and a point leads to its rows', async ({
  page,
}, info) => {
  await visitAs(page, 'root')
  const token = `chart ${info.project.name} ${info.testId}`
  const key = await tokenOf(page, token)
  const requests = [await callWith(page, key), await callWith(page, key), await callWith(page, key)]
  let charged = 0
  for (const request of requests) {
    const { data } = await (await page.request.get(`/api/log/${request}/cost`)).json()
    charged += data.steps.at(-1).quota
  }
  const query = `token_name=${encodeURIComponent(token)}`
  await page.goto(`/panel/log?chart=open&${query}`)
  const total = await figureOf(page.getByTestId('chart-total'))
  expect(total).toBe(await figureOf(stripFigure(page, 'Spend')))
  const { data: status } = await (await page.request.get('/api/status')).json()
  expect(Number(total.replace('$', ''))).toBeCloseTo(charged / status.quota_per_unit, 2)

  await page.goto(`/panel/log?chart=open&${query}&measure=requests&view=table`)
  await expect(page.getByTestId('chart-total')).toHaveText('3')
  const table = page.getByRole('region', { name: 'Usage' })
  await expect(table.getByRole('row').last()).toContainText('3')
  // A step of the table, as a point of the plot, is the rows of its minute; the newest may have none yet.
  await table
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: /^[1-3]$/ }) })
    .getByRole('link')
    .last()
    .click()
  await expect(page).toHaveURL(/start_timestamp=\d+/)
  await expect(stripFigure(page, 'Requests')).toHaveText(/[1-3]/)
})

test('the plot is taken hold of by keys: Enter opens a step, Shift takes a stretch', async ({
  page,
}, info) => {
  await visitAs(page, 'root')
  await callWith(page, await tokenOf(page, `keys ${info.testId}`))
  await page.goto('/panel/dashboard?range=24h&measure=requests')
  const plot = page.getByRole('slider', { name: /^Usage/ })
  await plot.focus()
  await page.keyboard.press('End')
  await expect(plot).toHaveAttribute('aria-valuetext', /: [1-9]/)
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=\d+&to=\d+/)
  await expect(page.getByTestId('chart-total')).toHaveText(/[1-9]/)
  await page.goBack()
  await expect(page).toHaveURL(/range=24h/)
  await plot.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/panel\/log\?start_timestamp=\d+/)
})

test('a drag takes a stretch of time, a click opens a step', async ({ page }, info) => {
  await visitAs(page, 'root')
  await callWith(page, await tokenOf(page, `drag ${info.testId}`))
  await page.goto('/panel/dashboard?range=7d')
  const plot = page.getByRole('slider', { name: /^Usage/ })
  await plot.scrollIntoViewIfNeeded()
  const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const middle = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.5, middle)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, middle, { steps: 4 })
  await page.mouse.move(box.x + box.width - 20, middle, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/from=\d+&to=\d+/)
  await page.goto('/panel/dashboard?range=7d')
  await plot.scrollIntoViewIfNeeded()
  const again = (await plot.boundingBox()) ?? box
  await page.mouse.click(again.x + again.width - 28, again.y + 20)
  await expect(page).toHaveURL(/\/panel\/log\?start_timestamp=\d+/)
})

test('all of a chart is in the address: zone, comparison, grouping, table', async ({
  page,
}, info) => {
  await visitAs(page, 'root')
  await callWith(page, await tokenOf(page, `address ${info.testId}`))
  await page.goto('/panel/dashboard')
  await page.getByLabel('Compare with previous period').click()
  await expect(page).toHaveURL(/compare=1/)
  await page.getByLabel('Group by').click()
  await page.getByRole('option', { name: 'Token' }).click()
  await page.getByRole('button', { name: '30 d' }).click()
  await page.getByRole('button', { name: 'View as table' }).click()
  await expect(page).toHaveURL(/view=table/)
  await page.reload()
  await expect(page.getByLabel('Compare with previous period')).toBeChecked()
  await expect(page.getByRole('button', { name: '30 d' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'View as chart' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('a chart that fails says so in its place, and asks again', async ({ page }, info) => {
  await visitAs(page, 'root')
  await callWith(page, await tokenOf(page, `fails ${info.testId}`))
  await page.route('**/api/log/self/series?*by=model*', (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, message: 'away', code: 'database.busy' },
    }),
  )
  await page.goto('/panel/dashboard')
  const card = page.getByRole('alert').filter({ hasText: 'away' })
  await expect(card).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/log/self/series?*by=model*')
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('slider', { name: /^Usage/ })).toBeVisible()
})

test('a table, a comparison and a range by hand have no fault', async ({ page }, info) => {
  await visitAs(page, 'root', { theme: info.project.name === 'phone' ? 'dark' : 'light' })
  await callWith(page, await tokenOf(page, `axe chart ${info.testId}`))
  await page.goto('/panel/dashboard?compare=1&range=24h')
  await expect(page.getByRole('slider', { name: /^Usage/ })).toBeVisible()
  await expect(page.getByText(/previous period/).last()).toBeVisible()
  await inspect(page, 'a comparison', 'en_US')
  await page.goto('/panel/dashboard?view=table&range=24h')
  await expect(page.getByRole('region', { name: 'Usage' })).toBeVisible()
  await inspect(page, 'a table', 'en_US')
  await page.getByRole('button', { name: /^Custom/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Custom time range' })
  await expect(dialog).toBeVisible()
  await inspect(page, 'a range by hand', 'en_US')
  // A range by hand is in the zone that is chosen, to the end of its last minute.
  await dialog.getByLabel('Time zone').fill('Kolkata')
  await page.getByRole('option', { name: 'Asia/Kolkata' }).click()
  await dialog.getByLabel('From').fill('2026-03-01T00:00')
  await dialog.getByLabel('To').fill('2026-03-01T23:59')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/from=1772303400&to=1772389799/)
  await page.goto('/panel/log')
  await page.getByRole('button', { name: 'Show chart' }).click()
  await expect(page.getByTestId('chart-total')).toHaveText(/\d/, { timeout: 20_000 })
  await page.getByRole('button', { name: 'Hide chart' }).click()
  await expect(page).not.toHaveURL(/chart=/)
  await expect(page.getByTestId('chart-total')).toHaveCount(0)
})
