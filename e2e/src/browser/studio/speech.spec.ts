import { expect, type Locator, type Page, test } from '../kit/kept-page.ts'
import { inspect } from '../inspect.ts'
import { callWith, tokenOf, visitAs } from '../visit.ts'

const open = async (page: Page) => {
  await visitAs(page, 'root')
  // Its first call makes the sandbox known.
  await callWith(page, await tokenOf(page, `speech ${test.info().testId}`))
  await page.goto('/panel/studio/speech?model=sandbox/speech')
}
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const speak = (page: Page) => page.getByRole('button', { name: 'Speak', exact: true })
const workOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
const ended = { timeout: 20_000 } as const

/** Seconds that can be sought in; 0: not yet. */
const lengthOf = (player: Locator) =>
  player.evaluate(({ duration }: HTMLAudioElement) => (Number.isFinite(duration) ? duration : 0))

test('a text is read aloud, kept over a reload, and paid for', async ({ page }) => {
  await open(page)
  await speak(page).click()
  await expect(page.getByText('Write what should be read aloud')).toBeVisible()
  await text(page).fill('x'.repeat(4_097))
  await speak(page).click()
  await expect(page.getByText('At most 4096 characters')).toBeVisible()

  const title = `Good morning ${test.info().testId}`
  await text(page).fill(title)
  await expect(page.getByText(`${title.length} of 4096 characters`)).toBeVisible()
  await page.getByRole('combobox', { name: 'Voice' }).fill('nov')
  await page.getByRole('option', { name: 'nova' }).click()
  await page.getByRole('button', { name: 'Hear this voice' }).click()
  const sample = page.getByLabel('Sample of the voice')
  await expect.poll(() => lengthOf(sample), ended).toBeGreaterThan(0)
  await page.getByRole('slider', { name: 'Speed' }).press('ArrowRight')
  await page.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: 'WAV' }).click()
  await text(page).press('Control+Enter')

  const work = workOf(page, title)
  await expect(work.getByText('nova · WAV')).toBeVisible()
  await expect(work.getByRole('link', { name: 'Download' })).toBeVisible(ended)
  await expect(work.getByRole('link', { name: /\$0\.\d+/ })).toBeVisible()
  await page.reload()
  await expect(text(page)).toHaveValue(title)
  await expect.poll(() => lengthOf(work.locator('audio')), ended).toBeGreaterThan(0)
  await inspect(page, 'the speech studio with a work', 'en_US')
  await work.getByRole('button', { name: 'Code' }).click()
  await expect(page.getByText('"speed": 1.25')).toBeVisible()
})

test('speech plays while it is made', async ({ page }) => {
  await open(page)
  const title = `A long tale ${test.info().testId}`
  const tale = `${title} ${'and so on '.repeat(40)}`
  await text(page).fill(`${tale}[[sandbox: fault=silence delay-ms=4000]]`)
  await speak(page).click()
  const work = workOf(page, title)
  const player = work.locator('audio')
  await expect(work.getByRole('progressbar')).toBeVisible()
  const heard = () =>
    player.evaluate(({ readyState, ended: over }: HTMLAudioElement) => readyState > 1 && !over)
  await expect.poll(heard, ended).toBe(true)
  await expect(work.getByRole('link', { name: 'Download' })).toBeVisible(ended)
})

test('speech that breaks off says so and can be tried again', async ({ page }) => {
  await open(page)
  const title = `A storm ${test.info().testId}`
  const words = 'one two three four five '.repeat(20)
  await text(page).fill(`${title} ${words} [[sandbox: fault=cut after=9000]]`)
  await speak(page).click()
  const alert = workOf(page, title).getByRole('alert')
  await expect(alert).not.toHaveText('', ended)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(workOf(page, title)).toHaveCount(2)
})
