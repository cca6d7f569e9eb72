import { expect, type Page, test } from '../kit/kept-page.ts'
import { inspect } from '../inspect.ts'
import { callWith, tokenOf, visitAs } from '../visit.ts'

const open = async (page: Page, who: 'root' | 'traveller') => {
  await visitAs(page, who)
  // Its first call makes the sandbox known.
  await callWith(page, await tokenOf(page, `image ${test.info().testId}`))
  await page.goto('/panel/studio/image')
}
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' })
const draw = (page: Page) => page.getByRole('button', { name: 'Draw', exact: true })
const workOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })

test('a picture is drawn, kept over a reload, paid for, and gone on from', async ({ page }) => {
  await open(page, 'root')
  await draw(page).click()
  await expect(page.getByText('Say what you would like')).toBeVisible()
  const title = `A mill ${test.info().testId}`
  await prompt(page).fill(title)
  await expect(page.getByText(/^At most \$0\.\d+/)).toBeVisible()
  await prompt(page).press('Control+Enter')
  const work = workOf(page, title)
  await expect(work.getByRole('img', { name: 'Picture 1' })).toBeVisible()
  await expect(work.getByRole('link', { name: /\$0\.\d+/ })).toBeVisible()
  await inspect(page, 'the image studio with a work', 'en_US')
  await page.reload()
  await expect(prompt(page)).toHaveValue(title)
  await expect(work.getByRole('img', { name: 'Picture 1' })).toBeVisible()

  await work.getByRole('button', { name: 'Use as input' }).click()
  await expect(page.getByRole('form').getByRole('img', { name: /\.png$/ })).toBeVisible()
  await prompt(page).fill(`${title} at night`)
  await draw(page).click()
  const edited = workOf(page, `${title} at night`)
  await expect(edited.getByRole('img', { name: 'Picture 1' })).toBeVisible()
  await edited.getByRole('button', { name: 'Code' }).click()
  await expect(page.getByText('/v1/images/edits')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: /^Remove / }).click()
  await prompt(page).fill('something else')
  await edited.getByRole('button', { name: 'Use these inputs again' }).click()
  await expect(prompt(page)).toHaveValue(`${title} at night`)
  await expect(page.getByRole('form').getByRole('img', { name: /\.png$/ })).toBeVisible()
})

test('what was made last is on the feature square', async ({ page }) => {
  await open(page, 'root')
  const title = `A ferry ${test.info().testId}`
  await prompt(page).fill(title)
  await draw(page).click()
  await expect(workOf(page, title).getByRole('img', { name: 'Picture 1' })).toBeVisible()
  await page.goto('/panel/playcards')
  const strip = page.getByRole('region', { name: 'My works' })
  await inspect(page, 'the feature square with works', 'en_US')
  await strip.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(/\/panel\/studio\/image$/)
})

test('a run that fails says why, can be tried again, and costs nothing', async ({ page }) => {
  await open(page, 'root')
  const title = `A storm ${test.info().testId}`
  await prompt(page).fill(`${title} [[sandbox: fault=500]]`)
  await draw(page).click()
  const work = workOf(page, title)
  await expect(work.getByRole('alert')).toContainText('told to fail')
  await work.getByRole('button', { name: 'Try again' }).click()
  await expect(work).toHaveCount(2)
  await work.first().getByRole('button', { name: 'Delete work' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete work' }).click()
  await expect(work).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search works' }).fill('nothing of that name')
  await expect(page.getByText('No work matches')).toBeVisible()
})

test('on a phone the form and the works are two tabs', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, 'root')
  const title = `A boat ${test.info().testId}`
  await prompt(page).fill(title)
  await draw(page).click()
  await expect(page.getByRole('tab', { name: 'Works', selected: true })).toBeVisible()
  await expect(workOf(page, title).getByRole('img', { name: 'Picture 1' })).toBeVisible()
})
