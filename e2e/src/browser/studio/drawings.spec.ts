import { expect, type Locator, type Page, test } from '../kit/kept-page.ts'
import { inspect } from '../inspect.ts'
import { callWith, tokenOf, visitAs } from '../visit.ts'

const dashed = (id: string): string =>
  id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Calls as clients of the family do. */
async function post(page: Page, key: string, path: string, data: object): Promise<string> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await page.request.post(path, { headers, data })
  expect(response.status()).toBe(200)
  const { result, data: id } = (await response.json()) as { result?: string; data?: string }
  return result ?? id ?? ''
}

async function begin(page: Page, name: string): Promise<string> {
  await visitAs(page, 'root')
  const key = await tokenOf(page, name)
  // Its first call makes the sandbox known.
  await callWith(page, key)
  return key
}

async function rowAt(page: Page, list: string, id: string): Promise<Locator> {
  await page.goto(`/panel/${list}?task_id=${dashed(id)}`)
  return page.locator(`[data-row="${dashed(id)}"]`)
}

const widthOf = (picture: Locator): Promise<number> =>
  picture.evaluate((image: HTMLImageElement) => image.naturalWidth)

const ended = { timeout: 20_000 } as const

test('a drawing of Midjourney is watched, and one of its four pictures is enlarged', async ({
  page,
}, info) => {
  const key = await begin(page, `drawing ${info.testId}`)
  const prompt = 'A fox at dawn [[sandbox: delay-ms=6000]]'
  const id = await post(page, key, '/mj/submit/imagine', { prompt })
  const row = await rowAt(page, 'midjourney', id)
  await expect(row.getByText(/Queued|In progress|Submitted/).first()).toBeVisible()
  // Without a reload.
  await expect(row.getByText('Succeeded')).toBeVisible(ended)
  await expect(row.getByText('100%')).toBeVisible()
  await expect.poll(() => widthOf(row.locator('img'))).toBeGreaterThan(0)
  await row.locator('img').click()
  const dialog = page.getByRole('dialog', { name: /^Result of/ })
  await expect.poll(() => widthOf(dialog.getByAltText('Picture 1'))).toBeGreaterThan(0)
  await inspect(page, 'the result of a drawing', 'en_US')

  const headers = { authorization: `Bearer ${key}` }
  const told = await page.request.get(`/mj/task/${id}/fetch`, { headers })
  const { buttons } = (await told.json()) as { buttons: { label: string; customId: string }[] }
  const customId = buttons.find(({ label }) => label === 'U2')?.customId
  const enlarged = await post(page, key, '/mj/submit/action', { taskId: id, customId })
  const other = await rowAt(page, 'midjourney', enlarged)
  await expect(other.getByText('Succeeded')).toBeVisible(ended)
  await expect(other.getByText(/^◆?Upscale$/)).toBeVisible()
  await expect.poll(() => widthOf(other.locator('img'))).toBeGreaterThan(0)
})

test('a drawing that failed says why, and was refunded', async ({ page }, info) => {
  const key = await begin(page, `no drawing ${info.testId}`)
  const prompt = 'A fox at dawn [[sandbox: delay-ms=0 task=failed]]'
  const row = await rowAt(
    page,
    'midjourney',
    await post(page, key, '/mj/submit/imagine', { prompt }),
  )
  await expect(row.getByText('Failed')).toBeVisible(ended)
  await expect(row.getByText(/^Refunded \$0\.\d+$/)).toBeVisible()
  await row.getByRole('button', { name: /Show the result of/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Result of/ })
  await expect(dialog.getByText(/was told to fail this picture/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Retry task' })).toBeVisible()
})

test('a song of Suno is played, and lyrics are read', async ({ page }, info) => {
  const key = await begin(page, `song ${info.testId}`)
  const song = { gpt_description_prompt: 'the road [[sandbox: delay-ms=0]]', mv: 'chirp-v4' }
  const row = await rowAt(page, 'task', await post(page, key, '/suno/submit/music', song))
  await expect(row.getByText('Succeeded')).toBeVisible(ended)
  await row.getByRole('button', { name: /Show the result of/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Result of/ })
  const players = dialog.locator('audio')
  await expect(players).toHaveCount(2)
  await expect
    .poll(() => players.first().evaluate((sound: HTMLAudioElement) => sound.duration))
    .toBeGreaterThan(0)
  await expect(dialog.getByRole('img').first()).toBeVisible()
  await inspect(page, 'the result of a song', 'en_US')

  const words = { prompt: 'a post house [[sandbox: delay-ms=0]]' }
  const lyrics = await rowAt(page, 'task', await post(page, key, '/suno/submit/lyrics', words))
  await expect(lyrics.getByText('Succeeded')).toBeVisible(ended)
  await lyrics.getByRole('button', { name: /Show the result of/ }).click()
  await expect(dialog.getByText(/sung by a box of sand/).first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Copy Lyrics' })).toBeVisible()
})
