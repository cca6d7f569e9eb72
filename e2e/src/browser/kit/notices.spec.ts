import { expect, type Locator, type Page, test } from './kept-page.ts'
import { inspect } from '../inspect.ts'
import { tokenOf, visitAs } from '../visit.ts'
import { type Words, wordsIn } from '../words.ts'

/** What the specification fixes about notices; its milliseconds are not read from the product. */

const english = wordsIn('en_US')

const notices = (page: Page): Locator => page.locator('.notistack-MuiContent')

/** A clipboard that refuses, as browsers have one for pages without a permission. */
const refuseClipboard = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) },
    })
  })

/** Opens the dialog with the key of a new token; answers the key. */
async function newKey(page: Page, t: Words, name: string): Promise<string> {
  await page.goto('/panel/token')
  await page
    .getByRole('button', { name: t('token.create') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('token.create') })
  await form.getByLabel(t('token.name')).first().fill(name)
  await form.getByRole('button', { name: t('token.create') }).click()
  const result = page.getByRole('dialog', { name: t('token.createdTitle', { name }) })
  const key = /sk-[A-Za-z0-9]{48}/.exec(await result.innerText())?.[0]
  if (key === undefined) throw new Error('the dialog shows no key')
  return key
}

const copyButton = (page: Page, t: Words, thing: string): Locator =>
  page.getByRole('button', { name: t('action.copyThing', { name: thing }), exact: true })

/** From here on the page's clock stands still but for what `runFor` lets pass. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}

const stepMs = 20

/** Lets time pass in steps until there are `count`: React draws between them. Answers how much passed. */
async function passUntil(page: Page, notice: Locator, count: 0 | 1): Promise<number> {
  let passedMs = 0
  while ((await notice.count()) !== count) {
    await page.clock.runFor(stepMs)
    passedMs += stepMs
    if (passedMs > 60_000) throw new Error(`a minute passed without ${count} of the notice`)
  }
  return passedMs
}

/** A notice takes some steps to leave. */
const leavingMs = 2000

const refusedCopy = {
  en_US: (key: string) => `Copying Key failed, please copy manually: ${key}`,
  zh_CN: (key: string) => `复制密钥失败，请手动复制：${key}`,
} as const

for (const language of ['en_US', 'zh_CN'] as const) {
  test(`${language}: a refused clipboard hands the text over until it is closed`, async ({
    page,
  }, info) => {
    const t = wordsIn(language)
    await page.clock.install()
    await refuseClipboard(page)
    await visitAs(page, 'traveller', { language })
    const key = await newKey(page, t, `refused ${info.testId.slice(-8)}`)
    await stopClock(page)
    await copyButton(page, t, t('token.key')).click()
    await passUntil(page, notices(page), 1)
    await expect(notices(page)).toHaveText(refusedCopy[language](key))
    await page.clock.runFor('01:00:00')
    await expect(notices(page)).toHaveText(refusedCopy[language](key))
    await page.clock.resume()
    await inspect(page, 'a refused copy', language)
    await page
      .getByRole('alert')
      .getByRole('button', { name: t('action.close') })
      .click()
    await expect(notices(page)).toHaveCount(0)
  })
}

test('the same notice is there once, and no more than three are', async ({ page }, info) => {
  await refuseClipboard(page)
  await visitAs(page, 'traveller')
  await newKey(page, english, `thrice ${info.testId.slice(-8)}`)
  await copyButton(page, english, 'Key').click()
  await expect(notices(page)).toHaveCount(1)
  // From here on by key: long notices lie over the dialog.
  const copy = (thing: string) => copyButton(page, english, thing).press('Enter')
  await copy('Key')
  const tabs = page.getByRole('tablist', { name: english('token.snippets') }).getByRole('tab')
  const last = 4
  for (let index = 0; index < last; index++) {
    await tabs.nth(index).press('Enter')
    const thing = await tabs.nth(index).innerText()
    await copy(thing)
    await expect(notices(page).filter({ hasText: `Copying ${thing} failed` })).toHaveCount(1)
    // One that leaves for it may still be on its way.
    await expect(notices(page)).toHaveCount(Math.min(index + 2, 3))
  }
  await expect(notices(page).filter({ hasText: 'Copying Key failed' })).toHaveCount(0)
  await inspect(page, 'three notices over a dialog', 'en_US')
})

const kinds: Readonly<
  Record<string, { ms: number; says: string; act: (page: Page) => Promise<void> }>
> = {
  error: {
    ms: 5000,
    says: 'Error: internal server error, please contact the administrator!',
    act: (page) => exportAnswering(page, 500),
  },
  info: {
    ms: 3000,
    says: 'This site is for demonstration only, there is no back end!',
    act: (page) => exportAnswering(page, 405),
  },
  success: { ms: 1500, says: 'Undone: 1 restored', act: disableAndUndo },
  notice: { ms: 20_000, says: 'Disabled token', act: disable },
}

for (const [kind, { ms, says, act }] of Object.entries(kinds)) {
  test(`a notice of the kind ${kind} is gone after ${ms} ms`, async ({ page }, info) => {
    const name = `${kind} ${info.testId.slice(-8)}`
    await page.clock.install()
    await visitAs(page, 'traveller')
    await tokenOf(page, name)
    await page.goto(`/panel/token?keyword=${encodeURIComponent(name)}`)
    await expect(page.getByRole('link', { name })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await act(page)
    // A notice that comes under a resting pointer is being read, and stays.
    await page.mouse.move(1, 1)
    const shown = notices(page).filter({ hasText: says })
    await passUntil(page, shown, 1)
    await page.clock.runFor(ms - 2 * stepMs)
    await expect(shown).toBeVisible()
    expect(await passUntil(page, shown, 0)).toBeLessThan(leavingMs)
  })
}

/** A file that the server refuses with a status. */
async function exportAnswering(page: Page, status: number): Promise<void> {
  await page.route('**/api/token/export?*', (route) => route.fulfill({ status, body: '' }))
  await stopClock(page)
  await page.getByRole('button', { name: english('table.export') }).click()
}

async function disable(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Actions of/ }).click()
  const choice = page.getByRole('menuitem', { name: english('table.disable') })
  await choice.waitFor()
  await stopClock(page)
  await choice.click()
}

async function disableAndUndo(page: Page): Promise<void> {
  await disable(page)
  const undo = page.getByRole('button', { name: english('table.undo') })
  await passUntil(page, undo, 1)
  await undo.click()
}

test('a read without an answer says that it is waited for, and fails once', async ({ page }) => {
  await visitAs(page, 'root')
  await page.clock.install()
  let asked = 0
  await page.route(/\/api\/token\/\?/, () => {
    asked += 1
  })
  await page.goto('/panel/token')
  await expect.poll(() => asked).toBe(1)
  await expect(page.getByText('Still waiting')).toHaveCount(0)
  await page.clock.runFor(10_000)
  await expect(page.getByText('Still waiting for the server…')).toBeVisible()
  await page.clock.runFor(20_000)
  await expect(page.locator('#content').getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.clock.runFor(5_000)
  expect(asked).toBe(1)
})

test('rows that are asked for again say that they are waited for', async ({ page }) => {
  await visitAs(page, 'root')
  await page.clock.install()
  await page.goto('/panel/token')
  // Only what has been answered is asked for again.
  await page.waitForLoadState('networkidle')
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(refresh).toBeVisible()
  let asked = 0
  await page.route(/\/api\/token\/\?/, () => {
    asked += 1
  })
  await refresh.click()
  await expect.poll(() => asked).toBe(1)
  await expect(page.getByText('Still waiting')).toHaveCount(0)
  await page.clock.runFor(10_000)
  await expect(page.getByText('Still waiting for the server…')).toBeVisible()
})
