import { expect, type Page, test } from './kit/kept-page.ts'
import { inspect } from './inspect.ts'
import { callWith, tokenOf, visitAs } from './visit.ts'

const scene = 'A rider leaves the post house at dawn'

/** Begins a video with a token, as a program does. */
async function film(page: Page, key: string, orders: string): Promise<string> {
  const response = await page.request.post('/v1/videos', {
    headers: { authorization: `Bearer ${key}` },
    data: { model: 'sandbox/video', prompt: `${scene} [[sandbox: ${orders}]]` },
  })
  expect(response.status()).toBe(200)
  const { id } = (await response.json()) as { id: string }
  const [, a, b, c, d, e] = /^video_(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(id) ?? []
  return [a, b, c, d, e].join('-')
}

const rowOf = (page: Page, id: string) => page.locator(`[data-row="${id}"]`)

async function begin(page: Page, name: string): Promise<string> {
  const key = await tokenOf(page, name)
  // Its first call makes the sandbox known.
  await callWith(page, key)
  return key
}

test('an administrator watches a video being made, sees it and what it cost', async ({
  page,
}, info) => {
  await visitAs(page, 'root')
  const id = await film(page, await begin(page, `film ${info.testId}`), 'delay-ms=3000')
  await page.goto(`/panel/task?task_id=${id}`)
  const row = rowOf(page, id)
  await expect(row.getByText(/Queued|In progress|Submitted/)).toBeVisible()
  // Without a reload.
  await expect(row.getByText('Succeeded')).toBeVisible({ timeout: 20_000 })
  await expect(row.getByText('100%')).toBeVisible()
  await expect(row.getByText(/^\$0\.\d+$/)).toBeVisible()
  await row.getByRole('button', { name: /Show the result of/ }).click()
  const dialog = page.getByRole('dialog', { name: /Result of “A rider leaves/ })
  const video = dialog.locator('video')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0)
  await expect(dialog.getByText('Response body', { exact: true })).toBeVisible()
  await inspect(page, 'the result of a task', 'en_US')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('a video that failed says why and what was refunded', async ({ page }, info) => {
  await visitAs(page, 'root')
  const id = await film(page, await begin(page, `failed ${info.testId}`), 'delay-ms=0 task=failed')
  await page.goto(`/panel/task?task_id=${id}`)
  const row = rowOf(page, id)
  await expect(row.getByText('Failed')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: /failed in 24 h/ })).toBeVisible()
  await row.click({ position: { x: 8, y: 8 } })
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('Failure reason')).toBeVisible()
  await inspect(page, 'the panel of a failed task', 'en_US')
})

test('users have Midjourney and no tasks of others in their menu', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/midjourney')
  await expect(page.getByRole('heading', { name: 'Midjourney' })).toBeVisible()
  await expect(page.getByText('No drawings yet')).toBeVisible()
  await expect(page.getByRole('button', { name: '0 running' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Midjourney' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Asynchronous tasks' })).toHaveCount(0)
})

test('a running task is stopped, its charge is refunded, and it is retried', async ({
  page,
}, info) => {
  await visitAs(page, 'root')
  const id = await film(page, await begin(page, `stopped ${info.testId}`), 'task=never')
  await page.goto(`/panel/task?task_id=${id}`)
  const row = rowOf(page, id)
  await expect(row.getByText('In progress')).toBeVisible({ timeout: 20_000 })
  await row.getByRole('button', { name: /^Actions of/ }).click()
  await page.getByRole('menuitem', { name: 'Stop task' }).click()
  const dialog = page.getByRole('dialog', { name: /Stop the task/ })
  await expect(dialog).toContainText('refunded in full')
  await dialog.getByRole('button', { name: 'Stop task' }).click()
  await expect(page.getByText('Task stopped and refunded')).toBeVisible()
  await expect(row.getByText('Cancelled')).toBeVisible()
  await expect(row.getByText(/on hold/)).toHaveCount(0)
  await row.getByRole('button', { name: /Show the result of/ }).click()
  const result = page.getByRole('dialog', { name: /^Result of/ })
  await result.getByRole('button', { name: 'Retry task' }).click()
  const question = page.getByRole('dialog', { name: /^Retry the task/ })
  await expect(question).toContainText('The new task is charged.')
  await question.getByRole('button', { name: 'Retry task' }).click()
  await expect(page.getByText('Task submitted again')).toBeVisible()
  await result.getByRole('button', { name: 'Close' }).click()
  await page.goto('/panel/task?state=open')
  const again = page.locator('[data-row]').filter({ hasText: 'In progress' }).first()
  await expect(again).not.toHaveAttribute('data-row', id)
  await again.getByRole('button', { name: /^Actions of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Stop task' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Retry task' })).toHaveCount(0)
})
