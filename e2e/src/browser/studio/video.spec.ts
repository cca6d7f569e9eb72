import { expect, type Locator, type Page, test } from '../kit/kept-page.ts'
import { inspect } from '../inspect.ts'
import { callWith, tokenOf, visitAs } from '../visit.ts'

const open = async (page: Page) => {
  await visitAs(page, 'root')
  // Its first call makes the sandbox known.
  await callWith(page, await tokenOf(page, `video ${test.info().testId}`))
  await page.goto('/panel/studio/video')
}
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' })
const create = (page: Page) => page.getByRole('button', { name: 'Create video', exact: true })
const workOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
const ended = { timeout: 20_000 } as const

const choose = async (page: Page, field: string, choice: RegExp) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: choice }).click()
}

const lengthOf = (film: Locator) =>
  film.evaluate((player: HTMLVideoElement) => (player.readyState > 0 ? player.duration : 0))

test('a video is made from a picture, played, and remixed', async ({ page }) => {
  await open(page)
  await create(page).click()
  await expect(page.getByText('Say what you would like')).toBeVisible()
  const title = `A rider ${test.info().testId}`
  await prompt(page).fill(`${title} [[sandbox: delay-ms=2500]]`)
  await choose(page, 'Length', /^8 seconds$/)
  await choose(page, 'Size', /^1280 × 720/)
  await page.getByLabel('First picture').setInputFiles({
    name: 'first.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await expect(page.getByText(/\$0\.\d+$/).first()).toBeVisible()
  await prompt(page).press('Control+Enter')
  const work = workOf(page, title)
  await expect(work.getByRole('progressbar')).toBeVisible()
  await expect.poll(() => lengthOf(work.locator('video')), ended).toBeGreaterThan(0)
  await expect(work.getByRole('link', { name: /\$0\.\d+/ })).toBeVisible()
  await inspect(page, 'the video studio with a work', 'en_US')
  await page.reload()
  await expect(work.locator('video')).toBeVisible()
  await work.getByRole('button', { name: 'Code' }).click()
  await expect(page.getByText('input_reference=@first.png')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  await work.getByRole('button', { name: 'Remix' }).click()
  await expect(page.getByRole('form').getByText(/^Remix of/)).toBeVisible()
  const changed = `The same in snow ${test.info().testId}`
  await prompt(page).fill(`${changed} [[sandbox: delay-ms=0]]`)
  await create(page).click()
  const remix = workOf(page, changed)
  await expect(remix.getByText(/^Remix of/)).toBeVisible()
  await expect.poll(() => lengthOf(remix.locator('video')), ended).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Make a new video instead' }).click()
  await expect(page.getByLabel('First picture')).toBeAttached()
})

test('a video that fails is refunded, and one that runs can be cancelled', async ({ page }) => {
  await open(page)
  const title = `A storm ${test.info().testId}`
  await prompt(page).fill(`${title} [[sandbox: task=failed delay-ms=0]]`)
  await create(page).click()
  const alert = workOf(page, title).getByRole('alert')
  await expect(alert).toContainText('told to fail this video', ended)
  await expect(alert).toContainText(/\$0\.\d+ given back/)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(workOf(page, title)).toHaveCount(2)

  const endless = `An endless road ${test.info().testId}`
  await prompt(page).fill(`${endless} [[sandbox: task=never]]`)
  await create(page).click()
  const work = workOf(page, endless)
  await work.getByRole('button', { name: 'Cancel' }).click(ended)
  await expect(work.getByRole('alert')).toContainText(/given back/, ended)
})
