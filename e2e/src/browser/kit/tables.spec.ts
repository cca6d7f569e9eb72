import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test, type TestInfo } from './kept-page.ts'
import { inspect } from '../inspect.ts'
import { callWith, channelOf, expectAbove, tokenOf, visitAs } from '../visit.ts'

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** Channels of the sandbox type whose names begin with `prefix`, made by the API. */
async function channelsOf(page: Page, prefix: string, count: number): Promise<void> {
  for (let made = 0; made < count; made += 25) {
    await Promise.all(
      Array.from({ length: Math.min(25, count - made) }, (_, index) =>
        channelOf(page, {
          name: `${prefix} ${String(made + index).padStart(3, '0')}`,
          models: [`${prefix}/model`],
        }),
      ),
    )
  }
}

async function removeChannels(page: Page, prefix: string): Promise<void> {
  const found = await foundBy(page, `name=${encodeURIComponent(prefix)}`)
  if (found === 0) return
  await page.request.post('/api/channel/bulk_delete', {
    data: { select: { filter: { name: prefix }, expected: found } },
  })
}

async function foundBy(page: Page, query: string): Promise<number> {
  const answer = await page.request.get(`/api/channel/?size=10&${query}`)
  return (await answer.json()).data.total_count
}

/** A row of a table, or a card. */
const rows = (page: Page): Locator => page.locator('[data-row]')

const boxOf = (row: Locator): Locator => row.getByRole('checkbox')

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Bulk actions' })

/** An action of the bar, in sight or in its menu. */
async function chooseInBar(page: Page, name: string): Promise<void> {
  const button = bar(page).getByRole('button', { name, exact: true })
  if (await button.isVisible()) return button.click()
  await bar(page)
    .getByRole('button', { name: /Actions of/ })
    .click()
  return page.getByRole('menuitem', { name, exact: true }).click()
}

/** A prefix that no other test has. */
const prefixOf = (info: TestInfo): string => `t${info.testId.slice(-12)}`

test('250 channels are disabled in four steps, and undo brings them back', async ({
  page,
}, info) => {
  const prefix = prefixOf(info)
  await visitAs(page, 'root')
  await channelsOf(page, prefix, 250)
  await page.goto(`/panel/channel?name=${prefix}`)
  await expect(rows(page)).toHaveCount(10)

  await page.getByRole('checkbox', { name: 'Select page' }).click()
  await bar(page).getByRole('button', { name: 'Select all 250 results' }).click()
  await expect(bar(page)).toContainText('All 250 results selected')
  await bar(page).getByRole('button', { name: 'Disable' }).click()

  await expect(page.getByText('Disabled 250 channels')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  expect(await foundBy(page, `name=${prefix}&status=2`)).toBe(250)

  // The way back survives navigation.
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: 250 restored')).toBeVisible()
  expect(await foundBy(page, `name=${prefix}&status=1`)).toBe(250)
  await removeChannels(page, prefix)
})

test('an undo is refused when something has changed since, and says so', async ({ page }, info) => {
  const prefix = prefixOf(info)
  await visitAs(page, 'root')
  await channelsOf(page, prefix, 2)
  await page.goto(`/panel/channel?name=${prefix}`)
  await page.getByRole('checkbox', { name: 'Select page' }).click()
  await bar(page).getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Disabled 2 channels')).toBeVisible()
  const id = Number(await rows(page).first().getAttribute('data-row'))
  await page.request.put('/api/channel/', { data: { id, weight: 7 } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Not undone', { exact: false })).toBeVisible()
  expect(await foundBy(page, `name=${prefix}&status=2`)).toBe(2)
  await removeChannels(page, prefix)
})

test('a filter that finds another number than was seen changes nothing', async ({ page }, info) => {
  const prefix = prefixOf(info)
  await visitAs(page, 'root')
  await channelsOf(page, prefix, 12)
  await page.goto(`/panel/channel?name=${prefix}`)
  await page.getByRole('checkbox', { name: 'Select page' }).click()
  await bar(page).getByRole('button', { name: 'Select all 12 results' }).click()
  await channelsOf(page, prefix, 1)
  await bar(page).getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('The filter now finds 13, not the 12')).toBeVisible()
  expect(await foundBy(page, `name=${prefix}&status=2`)).toBe(0)
  await removeChannels(page, prefix)
})

test('many are deleted after a question that names them, more than fifty after a word', async ({
  page,
}, info) => {
  const prefix = prefixOf(info)
  await visitAs(page, 'root')
  await channelsOf(page, prefix, 51)
  await page.goto(`/panel/channel?name=${prefix}`)
  await page.getByRole('checkbox', { name: 'Select page' }).click()
  await bar(page).getByRole('button', { name: 'Select all 51 results' }).click()
  await chooseInBar(page, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete 51 channels?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(question.getByText(`${prefix} 050`)).toBeVisible()
  await expect(question.getByText('and 46 more')).toBeVisible()
  const red = question.getByRole('button', { name: 'Delete 51 channels' })
  await expect(red).toBeDisabled()
  await question.getByRole('textbox').fill('delete')
  await red.click()
  await expect(question).toHaveCount(0)
  expect(await foundBy(page, `name=${prefix}`)).toBe(0)
  await expect(page.getByText('No matches')).toBeVisible()
})

test('shift takes a range, another page keeps what is ticked, another filter does not', async ({
  page,
}, info) => {
  const prefix = prefixOf(info)
  await visitAs(page, 'root')
  await channelsOf(page, prefix, 13)
  await page.goto(`/panel/channel?name=${prefix}`)
  await expect(rows(page)).toHaveCount(10)
  await boxOf(rows(page).nth(1)).click()
  await boxOf(rows(page).nth(4)).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('4 selected')
  const whole = page.getByRole('checkbox', { name: 'Select page' })
  await expect(whole).toHaveJSProperty('indeterminate', true)
  await page.getByRole('button', { name: /next page/i }).click()
  await expect(rows(page)).toHaveCount(3)
  await boxOf(rows(page).first()).click()
  await expect(bar(page)).toContainText('5 selected')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await boxOf(rows(page).first()).click()
  await page.getByRole('searchbox').first().fill(`${prefix} 00`)
  await expect(rows(page)).toHaveCount(10)
  await expect(bar(page)).toHaveCount(0)
  await removeChannels(page, prefix)
})

test('the address is the state: reload, back and another browser show the same', async ({
  page,
  browser,
}, info) => {
  const prefix = prefixOf(info)
  await visitAs(page, 'root')
  await channelsOf(page, prefix, 45)
  await page.goto('/panel/channel?order=-name')
  await page.getByRole('searchbox').first().fill(prefix)
  await page.getByRole('searchbox').first().press('Enter')
  await expect(page).toHaveURL(new RegExp(`name=${prefix}`))
  await page.getByRole('combobox', { name: /rows per page/i }).click()
  await page.getByRole('option', { name: '20' }).click()
  await expect(rows(page)).toHaveCount(20)
  // From here on the size is remembered; the address of a page says it to those who remember another.
  await page.goto(`/panel/channel?order=-name&name=${prefix}`)
  await expect(rows(page)).toHaveCount(20)
  await page.getByRole('button', { name: /next page/i }).click()
  await expect(rows(page).first()).toContainText(`${prefix} 024`)
  await rows(page).nth(2).getByRole('link').click()
  const panel = page.getByRole('dialog', { name: `${prefix} 022` })
  await expect(panel).toBeVisible()
  const address = page.url()

  await page.reload()
  await expect(panel).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  await expect(rows(page).first()).toContainText(`${prefix} 024`)

  await page.goBack()
  await expect(panel).toBeHidden()
  await page.goBack()
  await expect(rows(page).first()).toContainText(`${prefix} 044`)

  const context = await browser.newContext()
  const other = await context.newPage()
  await visitAs(other, 'root')
  await other.goto(address)
  await expect(other.getByRole('dialog', { name: `${prefix} 022` })).toBeVisible()
  await expect(rows(other).first()).toContainText(`${prefix} 024`)
  await expect(rows(other)).toHaveCount(20)
  await context.close()
  await removeChannels(page, prefix)
})

test('what nobody finds and what fails are told apart, each with its way out', async ({ page }) => {
  await visitAs(page, 'root')
  await page.goto('/panel/channel?name=nothing%20has%20this%20name')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page).first()).toBeVisible()

  await page.route('**/api/token/?*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/panel/token')
  await expect(page.getByRole('alert')).toContainText('Failed to load')
  await page.unroute('**/api/token/?*')
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a list is worked by the keyboard alone', async ({ page }, info) => {
  const prefix = prefixOf(info)
  await visitAs(page, 'root')
  await channelsOf(page, prefix, 4)
  await page.goto('/panel/channel?order=-name')
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search by name' })).toBeFocused()
  await page.keyboard.type(prefix)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(4)
  await rows(page).first().getByRole('link').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('3 selected')
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('2 selected')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `${prefix} 001` })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('dialog', { name: `${prefix} 000` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(bar(page)).toContainText('2 selected')
  await bar(page).getByRole('button', { name: 'Disable' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Disabled 2 channels')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Select page' })).toBeFocused()
  expect(await foundBy(page, `name=${prefix}&status=2`)).toBe(2)
  await removeChannels(page, prefix)
})

test('what Enter has searched for is not searched for again after a pause', async ({
  page,
}, info) => {
  const prefix = prefixOf(info)
  await visitAs(page, 'root')
  await channelsOf(page, prefix, 2)
  await page.goto('/panel/channel?order=-name')
  await expect(rows(page).first()).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const search = page.getByRole('searchbox', { name: 'Search by name' })
  await search.pressSequentially(prefix)
  await search.press('Enter')
  // Little enough time for an answer to be drawn, and less than the pause; React may hold back what it draws for longer.
  const drawn = (look: () => Promise<void>): Promise<void> =>
    expect(async () => {
      await page.clock.runFor(20)
      await look()
    }).toPass({ intervals: [50], timeout: 15_000 })
  await drawn(() => expect(rows(page)).toHaveCount(2, { timeout: 100 }))
  await rows(page).first().getByRole('link').press('Enter')
  const opened = page.getByRole('dialog', { name: `${prefix} 001` })
  await drawn(() => expect(opened).toBeVisible({ timeout: 100 }))
  // The pause after the last letter is over: the panel stays.
  await page.clock.runFor(1_000)
  await expect(page).toHaveURL(/row=/)
  await expect(opened).toBeVisible()
  await removeChannels(page, prefix)
})

test('columns are hidden and moved, and this browser remembers', async ({ page }) => {
  await page.setViewportSize(desk)
  await visitAs(page, 'root')
  await page.goto('/panel/channel')
  const headers = page.getByRole('columnheader')
  await expect(headers.nth(2)).toHaveText('Status')
  await page.getByRole('button', { name: 'View' }).click()
  const view = page.getByRole('dialog', { name: 'View' })
  await view.getByRole('checkbox', { name: 'Used' }).click()
  await view.getByRole('button', { name: 'Move Priority up' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(headers.nth(2)).toHaveText('Priority')
  await expect(page.getByRole('columnheader', { name: 'Used' })).toHaveCount(0)
  await page.getByRole('button', { name: 'View' }).click()
  await view.getByRole('button', { name: 'Reset view' }).click()
  await page.keyboard.press('Escape')
  await expect(headers.nth(2)).toHaveText('Status')
  await expect(page.getByRole('columnheader', { name: 'Used' })).toHaveCount(1)
})

test('every header that sorts is sorted by the server and says how', async ({ page }) => {
  await page.setViewportSize(desk)
  await visitAs(page, 'root')
  await tokenOf(page, 'to be sorted')
  for (const path of ['/panel/channel', '/panel/token', '/panel/log']) {
    await page.goto(path)
    const headers = page.getByRole('columnheader')
    await expect(headers.first()).toBeVisible()
    const sorting = headers.filter({ has: page.getByRole('button') })
    for (let index = 0; index < (await sorting.count()); index++) {
      await sorting.nth(index).getByRole('button').click()
      await expect(sorting.nth(index)).toHaveAttribute('aria-sort', /ascending|descending/)
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
  }
})

test('on a phone every action of a list is reached', async ({ page }, info) => {
  await page.setViewportSize(phone)
  const prefix = prefixOf(info)
  await visitAs(page, 'root')
  await channelsOf(page, prefix, 12)
  await page.goto(`/panel/channel?name=${prefix}`)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('combobox', { name: 'Sort by' }).click()
  await page.getByRole('option', { name: 'Name ↑' }).click()
  await sheet.getByRole('button', { name: 'Show 12' }).click()
  await expect(rows(page).first()).toContainText(`${prefix} 000`)

  await page.getByRole('checkbox', { name: 'Select page' }).click()
  await expect(bar(page)).toContainText('10 selected')
  for (const name of ['Enable', 'Disable']) {
    await expect(bar(page).getByRole('button', { name, exact: true })).toBeVisible()
  }
  await bar(page)
    .getByRole('button', { name: /Actions of/ })
    .click()
  for (const name of ['Set user groups', 'Set tag', 'Set priority', 'Delete']) {
    await expect(page.getByRole('menuitem', { name })).toBeVisible()
  }
  await page.getByRole('menuitem', { name: 'Set tag' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Tag').fill('by phone')
  await form.getByRole('button', { name: 'Change 10 channels' }).click()
  await expect(page.getByText('Changed the tag of 10 channels')).toBeVisible()
  expect(await foundBy(page, `name=${prefix}&tag=by%20phone`)).toBe(10)

  // The notice leaves the bar free for the next act.
  await boxOf(rows(page).first()).click()
  await expectAbove(page.getByText('Changed the tag of 10 channels'), bar(page))
  await page.keyboard.press('Escape')

  await rows(page)
    .first()
    .getByRole('button', { name: /Actions of/ })
    .click()
  for (const name of ['Test channel', 'Edit', 'Disable', 'Delete channel']) {
    await expect(page.getByRole('menuitem', { name })).toBeVisible()
  }
  await removeChannels(page, prefix)
})

test('a list with ticked rows has no fault', async ({ page }, info) => {
  const prefix = prefixOf(info)
  await visitAs(page, 'root', { theme: info.project.name === 'phone' ? 'dark' : 'light' })
  await channelsOf(page, prefix, 12)
  await page.goto(`/panel/channel?name=${prefix}`)
  const faultless = (what: string) => inspect(page, what, 'en_US')
  await page.getByRole('checkbox', { name: 'Select page' }).click()
  await expect(bar(page)).toBeVisible()
  await faultless('a list with ticked rows')
  await page.getByRole('button', { name: 'View' }).click()
  await expect(page.getByRole('dialog', { name: 'View' })).toBeVisible()
  await faultless('its view')
  await page.keyboard.press('Escape')
  await chooseInBar(page, 'Delete')
  await expect(page.getByRole('dialog')).toBeVisible()
  await faultless('the question before many are deleted')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await chooseInBar(page, 'Set user groups')
  await expect(page.getByRole('dialog')).toBeVisible()
  await faultless('one value for many')
  await removeChannels(page, prefix)
})

test('the log goes to older rows and back, and a place in it stays while rows are added', async ({
  page,
  browser,
}, info) => {
  const name = prefixOf(info)
  await visitAs(page, 'root')
  const key = await tokenOf(page, name)
  for (let call = 0; call < 25; call++) await callWith(page, key)
  await page.goto(`/panel/log?token_name=${name}`)
  const shown = async (): Promise<string[]> =>
    rows(page).evaluateAll((list) => list.map((row) => row.getAttribute('data-row') ?? ''))
  const turn = async (to: string): Promise<string[]> => {
    const before = (await shown())[0] ?? ''
    await page.getByRole('button', { name: to, exact: true }).click()
    await expect(rows(page).first()).not.toHaveAttribute('data-row', before)
    return shown()
  }
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByText('25 rows')).toBeVisible()
  // Its name is the time that is seen, not how long ago it was.
  await expect(
    rows(page)
      .first()
      .getByRole('link', { name: /^\d{4}-\d\d-\d\d / }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Newer', exact: true })).toBeDisabled()
  const first = await shown()
  const second = await turn('Older')
  const third = await turn('Older')
  expect(new Set([...first, ...second, ...third]).size).toBe(25)
  await expect(page.getByRole('button', { name: 'Older', exact: true })).toBeDisabled()
  expect(await turn('Newer')).toEqual(second)

  await callWith(page, key)
  await page.reload()
  await expect(page.getByText('26 rows')).toBeVisible()
  expect(await shown()).toEqual(second)
  const context = await browser.newContext()
  const other = await context.newPage()
  await visitAs(other, 'root')
  await other.goto(page.url())
  await expect(rows(other).first()).toHaveAttribute('data-row', second[0] ?? '')
  await expect(rows(other)).toHaveCount(10)
  await context.close()

  expect(await turn('Newer')).toEqual(first)
  const live = await turn('Back to start')
  expect(live.slice(1)).toEqual(first.slice(0, 9))
  await page.goBack()
  await expect(rows(page).first()).toHaveAttribute('data-row', first[0] ?? '')
})

test('a log of one row counts one row, and tells a grant in dollars', async ({ page }) => {
  await visitAs(page, 'root')
  // The first administrator was granted money before anybody called.
  await page.goto('/panel/log?log_type=4&username=root')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('1 row', { exact: true })).toBeVisible()
  await rows(page).first().click()
  await expect(page.getByRole('dialog').getByText(/^\+\$[\d,]+(\.\d+)?$/)).toBeVisible()
})

test('a file holds the rows of the filter, and nothing that a spreadsheet would run', async ({
  page,
}, info) => {
  const prefix = prefixOf(info)
  await visitAs(page, 'root')
  await channelsOf(page, prefix, 12)
  await channelsOf(page, `=HYPERLINK("${prefix}")`, 1)
  await page.goto(`/panel/channel?name=${prefix}`)
  await expect(rows(page)).toHaveCount(10)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^posthouse-channels?-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + 13)
  expect(lines.slice(1).every((line) => line.includes(prefix))).toBe(true)
  expect(text).toContain(`"'=HYPERLINK(""${prefix}"") 000"`)
  expect(text).not.toMatch(/(^|,)"?=/m)
  await removeChannels(page, prefix)
})

test('a file that cannot be had is told', async ({ page }) => {
  await visitAs(page, 'root')
  await page.route('**/api/channel/export?*', (route) => route.fulfill({ status: 429, body: '' }))
  await page.goto('/panel/channel')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('Too many requests', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
})

test('a filter says what it cannot be, and what an address has of that is not asked', async ({
  page,
}) => {
  await visitAs(page, 'root')
  await page.goto(`/panel/log?channel_id=abc&model_name=${'m'.repeat(201)}`)
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  await expect(page.locator('.MuiAlert-colorError, [role=alert]')).toHaveCount(0)
  await expect(page.getByRole('searchbox').first()).toHaveAttribute('maxlength', '200')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByLabel('Duration at least (seconds)').fill('abc')
  await expect(filters.getByText(/Duration at least .seconds..*: Must be a number/)).toBeVisible()
  await filters.getByLabel('Duration at least (seconds)').fill('7')
  await expect(page).toHaveURL(/min_seconds=7/)
})

for (const language of ['en_US', 'zh_CN'] as const) {
  const kept = `${language}: what a call cost stays in sight beside its menu`
  test(kept, { tag: '@desktop-only' }, async ({ page }, info) => {
    await visitAs(page, 'root', { language })
    await callWith(page, await tokenOf(page, `in sight ${info.testId}`))
    await page.goto('/panel/log')
    const row = rows(page).first()
    const amount = await row.getByRole('link', { name: /^-?\$0\.\d+/ }).boundingBox()
    const menu = await row.locator('[data-edge]').boundingBox()
    expect((amount?.x ?? 0) + (amount?.width ?? Infinity)).toBeLessThanOrEqual(menu?.x ?? 0)
    expect((menu?.x ?? Infinity) + (menu?.width ?? 0)).toBeLessThanOrEqual(desk.width)
  })
}

for (const language of ['en_US', 'zh_CN'] as const) {
  for (const width of [1280, 1440]) {
    test(`no cell of the log is covered at ${width} pixels, ${language}`, async ({
      page,
    }, info) => {
      await page.setViewportSize({ width, height: 800 })
      await visitAs(page, 'root', { language })
      const name = `A token with a name that is longer than its column ${info.testId}`
      const request = await callWith(page, await tokenOf(page, name.slice(0, 64)))
      await page.goto(`/panel/log?request_id=${request}`)
      const row = page.locator('[data-row]')
      await expect(row).toHaveCount(1)
      // What lies at a cell's right edge is the cell itself, and its text does not reach beyond it.
      const covered = await row.locator('td, th').evaluateAll((cells) =>
        cells
          .filter((cell) => {
            const { right, top, height } = cell.getBoundingClientRect()
            const seen = document.elementFromPoint(right - 2, top + height / 2)
            return seen === null || !cell.contains(seen)
          })
          .map((cell) => cell.textContent),
      )
      expect(covered).toEqual([])
      const table = await row.evaluate((element) => {
        const box = element.closest('table')?.parentElement
        return { needed: box?.scrollWidth, there: box?.clientWidth }
      })
      expect(table.needed).toBe(table.there)
      await expect(
        page.getByRole('columnheader').filter({ hasText: /^(Output|输出)$/ }),
      ).toBeVisible()
    })
  }
}
