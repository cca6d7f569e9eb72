import { expect, test } from './kept-page.ts'
import { inspect } from '../inspect.ts'
import { callWith, tokenOf, visitAs } from '../visit.ts'

test('the feature square leads to the chat and to studios, and to a channel for what is missing', async ({
  page,
}) => {
  await visitAs(page, 'root')
  await page.goto('/panel')
  await expect(page).toHaveURL(/\/panel\/playcards$/)
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(card('Chat')).toContainText('Cheapest: ')
  await expect(card('Images')).toContainText(/About \$0\.\d+ per picture/)
  await card('Chat').getByRole('link', { name: 'Open chat' }).click()
  await expect(page).toHaveURL(/\/panel\/playground\?model=/)
  await page.goBack()
  await card('Text to speech').getByRole('link', { name: 'Open the studio' }).click()
  await expect(page).toHaveURL(/\/panel\/studio\/speech\?model=/)
  await page.goto('/panel/playcards')
  await card('Music').getByRole('link').click()
  // Other journeys may have offered songs.
  await expect(page).toHaveURL(/\/panel\/(channel|studio\/music)/)
})

test('users are not shown what nobody offers', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/playcards')
  await expect(page.getByRole('heading', { name: 'Chat', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add a channel' })).toHaveCount(0)
})

test('what is under way is shown with its progress, and goes when it has ended', async ({
  page,
}, info) => {
  await visitAs(page, 'root')
  const key = await tokenOf(page, `square ${info.testId}`)
  // Its first call makes the sandbox known.
  await callWith(page, key)
  const scene = `A parade ${info.testId.slice(0, 8)}`
  const response = await page.request.post('/v1/videos', {
    headers: { authorization: `Bearer ${key}` },
    data: { model: 'sandbox/video', prompt: `${scene}\n[[sandbox: delay-ms=4000]]` },
  })
  expect(response.status()).toBe(200)
  await page.goto('/panel/playcards')
  const works = page.getByRole('region', { name: /^In progress: / })
  await expect(works.getByRole('link', { name: scene })).toBeVisible()
  await expect(works.getByRole('progressbar', { name: `Progress of ${scene}` })).toBeVisible()
  await inspect(page, 'the feature square with a work under way', 'en_US')
  // Without a reload.
  await expect(page.getByText(scene)).toHaveCount(0, { timeout: 20_000 })
})

test('settings of a coding agent are copied with a model and a key of the reader', async ({
  page,
}, info) => {
  await visitAs(page, 'root')
  const name = `agent ${info.testId.slice(0, 8)}`
  const key = await tokenOf(page, name)
  await page.goto('/panel/playcards')
  await page.getByRole('button', { name: 'Show settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up a coding agent' })
  await dialog.getByRole('combobox', { name: 'Token' }).click()
  await page.getByRole('option', { name: new RegExp(`^${name} · `) }).click()
  const settings = dialog.getByRole('region', { name: 'Claude Code' })
  await expect(settings).toContainText(`ANTHROPIC_BASE_URL="${new URL(page.url()).origin}"`)
  await expect(settings).toContainText('ANTHROPIC_AUTH_TOKEN="sk-…"')
  await dialog.getByRole('combobox', { name: 'Model' }).fill('sandbox/reasoner')
  await page.getByRole('option', { name: 'sandbox/reasoner' }).click()
  await expect(settings).toContainText('ANTHROPIC_MODEL="sandbox/reasoner"')
  await inspect(page, 'the settings of a coding agent', 'en_US')
  await dialog.getByRole('button', { name: 'Reveal key' }).click()
  await expect(settings).toContainText(`ANTHROPIC_AUTH_TOKEN="${key}"`)
  await dialog.getByRole('tab', { name: 'Cline' }).click()
  await expect(dialog.getByText('OpenAI Compatible → Base URL')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
})
