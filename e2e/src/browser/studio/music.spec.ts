import { expect, type Locator, type Page, test } from '../kit/kept-page.ts'
import { inspect } from '../inspect.ts'
import { callWith, tokenOf, visitAs } from '../visit.ts'

const open = async (page: Page) => {
  await visitAs(page, 'root')
  // Its first call makes the sandbox known.
  await callWith(page, await tokenOf(page, `music ${test.info().testId}`))
  await page.goto('/panel/studio/music')
}
const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const mode = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Kind of work' }).getByRole('button', { name })
const run = (page: Page) => page.getByRole('form').locator('button[type="submit"]')
const workOf = (page: Page, title: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
const ended = { timeout: 20_000 } as const

const playable = (work: Locator) =>
  expect
    .poll(
      () =>
        work
          .getByLabel('Song 2')
          .evaluate((player: HTMLAudioElement) => (player.readyState > 0 ? player.duration : 0)),
      ended,
    )
    .toBeGreaterThan(0)

test('a song is described, played, and continued from a moment', async ({ page }) => {
  await open(page)
  await run(page).click()
  await expect(page.getByText('Say what you would like')).toBeVisible()
  const title = `A waltz ${test.info().testId}`
  await field(page, 'Description').fill(`${title} [[sandbox: delay-ms=0]]`)
  await expect(page.getByText(/\$0\.\d+$/).first()).toBeVisible()
  await field(page, 'Description').press('Control+Enter')
  const work = workOf(page, title)
  await playable(work)
  await expect(work.locator('img')).toHaveCount(2)
  await work.getByRole('button', { name: 'Lyrics' }).first().click()
  await expect(work.getByText(/sung by a box of sand/)).toBeVisible()
  await inspect(page, 'the music studio with a work', 'en_US')
  await page.reload()
  await playable(work)

  await work.getByRole('button', { name: 'Continue' }).first().click()
  await expect(field(page, 'Continue from')).toHaveValue(/^\d+:\d\d$/)
  const next = `And on it goes ${test.info().testId}`
  await field(page, 'Title').fill(next)
  await field(page, 'Lyrics').fill('La la la [[sandbox: delay-ms=0]]')
  await field(page, 'Continue from').fill('soon')
  await run(page).click()
  await expect(page.getByText('Enter minutes and seconds')).toBeVisible()
  await field(page, 'Continue from').fill('0:01')
  await run(page).click()
  const continued = workOf(page, next)
  await expect(continued.getByText(/^Continues “/)).toBeVisible()
  await playable(continued)
  await page.getByRole('button', { name: 'Make a new song instead' }).click()
  await expect(field(page, 'Continue from')).toBeHidden()
})

test('lyrics are written first, then sung', async ({ page }) => {
  await open(page)
  await mode(page, 'Write lyrics').click()
  const topic = `A post house ${test.info().testId}`
  await field(page, 'What the lyrics are about').fill(`${topic} [[sandbox: delay-ms=0]]`)
  await run(page).click()
  const words = workOf(page, topic)
  await expect(words.getByText(/^suno_lyrics/)).toBeVisible()
  await words.getByRole('button', { name: 'Make a song with these lyrics' }).click(ended)
  await expect(field(page, 'Lyrics')).toHaveValue(/sung by a box of sand/)
  await field(page, 'Style').fill('folk, slow')
  await field(page, 'Title').fill(`Sung ${test.info().testId}`)
  await run(page).click()
  await playable(workOf(page, `Sung ${test.info().testId}`))
})

test('a song that fails says why, and is refunded', async ({ page }) => {
  await open(page)
  const title = `A storm ${test.info().testId}`
  await field(page, 'Description').fill(`${title} [[sandbox: task=failed delay-ms=0]]`)
  await run(page).click()
  const alert = workOf(page, title).getByRole('alert')
  await expect(alert).toContainText('told to fail this song', ended)
  await expect(alert).toContainText(/\$0\.\d+ given back/)
})
