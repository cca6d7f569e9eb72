import { expect, type Page, test } from '@playwright/test'
import { visitAs } from './visit.ts'

test('an answer streams in and says what it cost', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/playground')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Tell me about the road')
  await message.press('Enter')
  const cost = page.getByRole('link', { name: /\$0\.0+\d/ }).first()
  await expect(cost).toBeVisible()
  await cost.click()
  await expect(page).toHaveURL(/\/panel\/log/)
  await expect(page.getByText('matches the ledger')).toBeVisible()
})

test('a long answer can be stopped', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/playground')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('[[sandbox: words=4000 speed=20]] Tell me everything')
  await message.press('Enter')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('Stopped').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send message' })).toBeVisible()
})

test('an answer that was stopped before its first word is not sent along', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/playground')
  const asked: unknown[] = []
  await page.route('**/v1/chat/completions', async (route) => {
    if (route.request().headers()['x-posthouse-estimate'] !== undefined) return route.abort()
    asked.push(route.request().postDataJSON().messages)
    // The first is never answered.
    if (asked.length > 1) await route.abort()
  })
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('one')
  await message.press('Enter')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Send message' })).toBeVisible()
  await message.fill('two')
  await message.press('Enter')
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]).toEqual([
    { role: 'user', content: 'one' },
    { role: 'user', content: 'two' },
  ])
})

test('what a model says cannot run', async ({ page }) => {
  await visitAs(page, 'traveller')
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.route('**/v1/chat/completions', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `data: ${JSON.stringify({
        choices: [
          {
            index: 0,
            delta: {
              content:
                '<img src=x onerror=alert(1)> [x](javascript:alert(2)) <script>alert(3)</script> said',
            },
          },
        ],
      })}\n\ndata: [DONE]\n\n`,
    }),
  )
  await page.goto('/panel/playground')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('attack')
  await message.press('Enter')
  await expect(page.getByText('said').first()).toBeVisible()
  await expect(page.locator('a[href^="javascript:"]')).toHaveCount(0)
  expect(dialogs).toEqual([])
})

test('a picture that a model names is loaded when a person wants it, and not before', async ({
  page,
}) => {
  await visitAs(page, 'traveller')
  const asked: string[] = []
  await page.route('https://pictures.example/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    })
  })
  const content = '![road](https://pictures.example/r.svg?secret=1) ![out](/api/user/logout) said'
  await page.route('**/v1/chat/completions', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\ndata: [DONE]\n\n`,
    }),
  )
  page.on('request', (request) => {
    if (request.url().includes('logout')) asked.push(request.url())
  })
  await page.goto('/panel/playground')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('show me')
  await message.press('Enter')
  const load = page.getByRole('button', { name: 'Load the picture from pictures.example: road' })
  await expect(load).toBeVisible()
  expect(asked).toEqual([])
  await load.click()
  await expect(page.getByRole('img', { name: 'road' })).toHaveAttribute('src', /pictures\.example/)
  await expect.poll(() => asked).toEqual(['https://pictures.example/r.svg?secret=1'])
})

const hostOfPictures = `pictures.${'long'.repeat(14)}.example`

/** A conversation in which a model has said this. */
async function hear(page: Page, content: string): Promise<void> {
  await visitAs(page, 'traveller')
  await page.route('**/v1/chat/completions', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\ndata: [DONE]\n\n`,
    }),
  )
  await page.goto('/panel/playground')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('show me')
  await message.press('Enter')
  await expect(page.getByText('said').first()).toBeVisible()
}

test('a picture in a link is asked for without following the link, and again when it failed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  let asked = 0
  await page.route(`https://${hostOfPictures}/**`, (route) => {
    asked += 1
    return asked === 1
      ? route.abort()
      : route.fulfill({
          contentType: 'image/svg+xml',
          body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        })
  })
  await hear(page, `[![road](https://${hostOfPictures}/r.svg)](https://elsewhere.example/) said`)
  const opened: string[] = []
  page.context().on('page', (other) => opened.push(other.url()))
  const load = page.getByRole('button', { name: /^Load the picture from/ })
  // The whole name of the host can be read.
  expect(await load.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0)
  await load.click()
  await page.getByRole('button', { name: /did not load/ }).click()
  await expect(page.getByRole('img', { name: 'road' })).toBeVisible()
  await expect.poll(() => asked).toBe(2)
  expect(opened).toEqual([])
})

test('a picture that no page here may load says so', async ({ page }) => {
  await hear(page, '![road](http://pictures.example/r.svg) said')
  await expect(page.getByText(/pictures\.example is not shown/)).toBeVisible()
  await expect(page.getByRole('article').getByRole('button', { name: /picture/ })).toHaveCount(0)
})
