import { expect, test } from './kept-page.ts'
import { inspect } from '../inspect.ts'
import { channelOf, tokenOf, visitAs } from '../visit.ts'

test('an administrator sees which channel would serve a model, and why another would not', async ({
  page,
}, info) => {
  const { name: project } = info.project
  const model = `sandbox/asked-${project}`
  await visitAs(page, 'root')
  await channelOf(page, { name: `serves ${project}`, models: [model] })
  await channelOf(page, { name: `rests ${project}`, models: [model], status: 2 })
  const token = `asks ${project}`
  await tokenOf(page, token)
  await page.goto('/panel/channel')
  await page.getByRole('button', { name: 'Who would serve this?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who would serve this?' })
  await dialog.getByLabel('Model name').fill(model)
  await dialog.getByLabel('Endpoint').click()
  await page.getByRole('option', { name: '/v1/messages', exact: true }).click()
  await dialog.getByLabel('Owner of the token').fill('root')
  await page.getByRole('option', { name: 'root', exact: true }).click()
  await dialog.getByLabel('Token', { exact: true }).click()
  await page.getByRole('option', { name: token }).click()
  await dialog.getByRole('button', { name: 'Show channels' }).click()
  const serving = dialog.getByRole('list', { name: /would serve/ })
  await expect(serving).toContainText(`serves ${project}`)
  await expect(serving).toContainText(`sent as ${model}`)
  await expect(serving).toContainText('100% chance')
  const others = dialog.getByRole('list', { name: 'Other channels' })
  await expect(others.getByRole('listitem').filter({ hasText: `rests ${project}` })).toContainText(
    'Disabled.',
  )
  await inspect(page, 'who would serve this', 'en_US')
  await serving.getByRole('link', { name: `serves ${project}` }).click()
  await expect(page).toHaveURL(/\/panel\/channel\?.*row=\d+/)
  await expect(dialog).toHaveCount(0)
})
