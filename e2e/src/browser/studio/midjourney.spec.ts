import { expect, type Locator, type Page, test } from '../kit/kept-page.ts'
import { inspect } from '../inspect.ts'
import { callWith, tokenOf, visitAs } from '../visit.ts'

const open = async (page: Page) => {
  await visitAs(page, 'root')
  // Its first call makes the sandbox known.
  await callWith(page, await tokenOf(page, `midjourney ${test.info().testId}`))
  await page.goto('/panel/studio/midjourney')
}
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' })
const form = (page: Page) => page.getByRole('form')
const draw = (page: Page) => form(page).locator('button[type="submit"]')
const workOf = (page: Page, title: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
const ended = { timeout: 20_000 } as const

const choose = async (page: Page, field: string, choice: string) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: choice, exact: true }).click()
}
const widthOf = (picture: Locator): Promise<number> =>
  picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
const drawn = (work: Locator) =>
  expect.poll(() => widthOf(work.locator('img').first()), ended).toBeGreaterThan(0)

test('a drawing is made, one of four is enlarged, and that one is extended', async ({ page }) => {
  await open(page)
  await page.getByRole('textbox', { name: 'Stylize' }).fill('a lot')
  await draw(page).click()
  await expect(page.getByText('Say what you would like')).toBeVisible()
  await expect(page.getByText('A whole number from 0 to 1000')).toBeVisible()
  await page.getByRole('textbox', { name: 'Stylize' }).fill('250')
  const title = `A fox ${test.info().testId}`
  await prompt(page).fill(`${title} [[sandbox: delay-ms=0]]`)
  await choose(page, 'Speed', 'Turbo')
  await choose(page, 'Aspect ratio', '16:9')
  await expect(page.getByText(/\$0\.\d+$/).first()).toBeVisible()
  await prompt(page).press('Control+Enter')
  const work = workOf(page, new RegExp(`^${title}`))
  await drawn(work)
  await inspect(page, 'the Midjourney studio with a work', 'en_US')
  await work.getByRole('button', { name: 'Code' }).click()
  await expect(page.getByText('/mj-turbo/mj/submit/imagine')).toBeVisible()
  await expect(page.getByText(/--ar 16:9 --s 250/)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  await work.getByRole('button', { name: 'Upscale 2' }).click()
  const enlarged = workOf(page, new RegExp(`^Upscale 2 · ${title}`))
  await expect(enlarged.getByText(/^From “A fox/)).toBeVisible()
  await drawn(enlarged)
  await page.reload()
  await enlarged.getByRole('button', { name: 'Pan left' }).click()
  await drawn(workOf(page, new RegExp(`^Pan left · ${title}`)))
})

test('pictures are blended and described', async ({ page }) => {
  await open(page)
  const title = `A hill ${test.info().testId}`
  await prompt(page).fill(`${title} [[sandbox: delay-ms=0]]`)
  await draw(page).click()
  const work = workOf(page, new RegExp(`^${title}`))
  await drawn(work)
  await work.getByRole('button', { name: 'Use as input' }).click()
  await page.getByRole('button', { name: 'Blend' }).first().click()
  await draw(page).click()
  await expect(page.getByText('Choose at least 2')).toBeVisible()
  await page.getByRole('button', { name: 'Describe' }).first().click()
  await draw(page).click()
  const described = page.getByRole('listitem').filter({ hasText: 'mj_describe' }).first()
  await described.getByRole('button', { name: 'Use as prompt' }).first().click(ended)
  await expect(prompt(page)).toHaveValue(/describe/)
})

test('a drawing that fails says why, and is refunded', async ({ page }) => {
  await open(page)
  const title = `A storm ${test.info().testId}`
  await prompt(page).fill(`${title} [[sandbox: task=failed delay-ms=0]]`)
  await draw(page).click()
  const alert = workOf(page, new RegExp(`^${title}`)).getByRole('alert')
  await expect(alert).toContainText('told to fail this picture', ended)
  await expect(alert).toContainText(/\$0\.\d+ given back/)
})
