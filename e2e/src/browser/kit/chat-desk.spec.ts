import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { inspect } from '../inspect.ts'
import { tokenOf, visitAs } from '../visit.ts'

/** Every request of the chat, answered at once. */
async function answered(page: Page): Promise<Record<string, unknown>[]> {
  const asked: Record<string, unknown>[] = []
  await page.route('**/v1/chat/completions', (route) => {
    if (route.request().headers()['x-posthouse-estimate'] !== undefined) return route.abort()
    asked.push(route.request().postDataJSON())
    const content = `answer ${asked.length}`
    return route.fulfill({
      contentType: 'text/event-stream',
      body: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\ndata: [DONE]\n\n`,
    })
  })
  return asked
}

async function say(page: Page, text: string, number: number): Promise<void> {
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill(text)
  await message.press('Enter')
  await expect(page.getByText(`answer ${number}`, { exact: true })).toBeVisible()
}

const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('conversations are found, named, pinned, exported and deleted, with a way back', async ({
  page,
}) => {
  await visitAs(page, 'traveller')
  await answered(page)
  await page.goto('/panel/playground')
  await say(page, 'about roads', 1)
  await page.getByRole('button', { name: 'New conversation' }).click()
  await say(page, 'about horses', 2)
  const list = page.getByRole('list', { name: 'Conversations' })
  const names = list.getByRole('listitem')
  await expect(names).toHaveText(['about horses', 'about roads'])

  await act(page, 'about roads', 'Pin')
  await expect(names).toHaveText(['about roads', 'about horses'])
  await act(page, 'about roads', 'Rename')
  const name = page.getByRole('textbox', { name: 'New name' })
  await name.fill('Roads of old')
  await name.press('Enter')
  await page.reload()
  await expect(names).toHaveText(['Roads of old', 'about horses'])

  await inspect(page, 'a conversation', 'en_US')
  // What was said is searched too.
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('ANSWER 1')
  await expect(names).toHaveText(['Roads of old'])
  const saved = page.waitForEvent('download')
  await act(page, 'Roads of old', 'Export as Markdown')
  const file = await saved
  expect(file.suggestedFilename()).toBe('Roads-of-old.md')
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /^# Roads of old\n\n## You\n\nabout roads\n\n## sandbox\/chat\n\nanswer 1\n$/,
  )

  await list.getByRole('button', { name: 'Pinned Roads of old' }).click()
  await act(page, 'Roads of old', 'Delete')
  await expect(page.getByText('No matches')).toBeVisible()
  await expect(page.getByText('answer 1', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.reload()
  await expect(names).toHaveText(['Roads of old', 'about horses'])
})

test('files go along, what does not fit says why, and nothing is set until it is set', async ({
  page,
}) => {
  await visitAs(page, 'traveller')
  const asked = await answered(page)
  await page.goto('/panel/playground')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.getByTestId('files').setInputFiles([
    { name: 'map.png', mimeType: 'image/png', buffer: png },
    { name: 'notes.md', mimeType: '', buffer: Buffer.from('a note') },
    { name: 'tool.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('x') },
    { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(5_000_001) },
  ])
  await expect(page.getByText('tool.exe: this kind of file is not supported.')).toBeVisible()
  await expect(page.getByText('huge.png is too large.')).toContainText('5 MB')
  await say(page, 'look', 1)
  expect(asked[0]).toEqual({
    model: 'sandbox/chat',
    stream: true,
    messages: [
      {
        role: 'user',
        content: [
          {
            type: 'image_url',
            image_url: { url: `data:image/png;base64,${png.toString('base64')}` },
          },
          { type: 'text', text: 'notes.md\n```\na note\n```' },
          { type: 'text', text: 'look' },
        ],
      },
    ],
  })
  await page.reload()
  await page.getByRole('button', { name: 'look', exact: true }).click()
  await expect(page.getByRole('img', { name: 'map.png' })).toBeVisible()

  await page.getByRole('button', { name: 'System prompt and parameters' }).click()
  const settings = page.getByRole('dialog', { name: 'System prompt and parameters' })
  await inspect(page, 'the settings of the chat', 'en_US')
  await settings.getByLabel('Temperature').fill('7')
  await expect(settings.getByText('From 0 to 2')).toBeVisible()
  await settings.getByLabel('Temperature').fill('0.2')
  await settings.getByLabel('Max output tokens').fill('50')
  await settings.getByLabel('System prompt', { exact: true }).fill('Be brief')
  await settings.getByRole('button', { name: 'Save as preset' }).click()
  await settings.getByLabel('Preset name').fill('Brief')
  await settings.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(settings.getByRole('button', { name: 'Delete preset Brief' })).toBeVisible()
  // The button that had the focus has gone.
  await settings.press('Escape')
  await expect(settings).toBeHidden()
  await say(page, 'again', 2)
  expect(asked[1]).toMatchObject({ temperature: 0.2, max_tokens: 50 })
  expect(asked[1]).not.toHaveProperty('top_p')
  expect(asked[1]?.['messages']).toContainEqual({ role: 'system', content: 'Be brief' })

  // The preset is there for the next conversation.
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByRole('button', { name: 'System prompt and parameters' }).click()
  await settings.getByRole('combobox', { name: 'Preset' }).click()
  await page.getByRole('option', { name: 'Brief' }).click()
  await expect(settings.getByLabel('System prompt', { exact: true })).toHaveValue('Be brief')
})

test('the request is copied as it would be sent, without a key', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.addInitScript(() => {
    Object.assign(navigator.clipboard, {
      writeText: async (text: string) => void Object.assign(window, { copied: text }),
    })
  })
  await page.goto('/panel/playground')
  await page.getByRole('textbox', { name: 'Message' }).fill("what's this")
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await expect(page.getByText('Request copied!')).toBeVisible()
  const copied = await page.evaluate(() => String(Reflect.get(window, 'copied')))
  expect(copied).toContain('Bearer $POSTHOUSE_API_KEY')
  expect(copied).toContain(String.raw`what'\''s this`)
})

test('what a question may cost is told before it is sent', async ({ page }) => {
  await visitAs(page, 'root')
  await page.goto('/panel/playground')
  await page.getByRole('textbox', { name: 'Message' }).fill('What is a post house?')
  await expect(page.getByText(/^Between \$0\.\d+ and \$\d+\.\d+$/)).toBeVisible()
})

test('an empty wallet says so beside the composer', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.route('**/api/user/self', async (route) => {
    const answer = await (await route.fetch()).json()
    answer.data.quota = 0
    await route.fulfill({ json: answer })
  })
  await page.goto('/panel/playground')
  await expect(page.getByText('Your balance is $0.00.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Top up' }).click()
  await expect(page).toHaveURL(/\/panel\/topup/)
})

test('on a phone the conversations come over the chat', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visitAs(page, 'traveller')
  await answered(page)
  await page.goto('/panel/playground')
  await say(page, 'about roads', 1)
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(page.getByText('answer 1', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Conversations' }).click()
  const drawer = page.getByRole('dialog', { name: 'Conversations' })
  await expect(drawer).toBeVisible()
  await inspect(page, 'the conversations on a phone', 'en_US')
  await drawer.getByRole('button', { name: 'about roads', exact: true }).click()
  await expect(drawer).toHaveCount(0)
  await expect(page.getByText('answer 1', { exact: true })).toBeVisible()
})

test('other clients get a key once the reader has seen to whom it goes', async ({
  page,
  context,
}) => {
  const told: string[] = []
  await context.route('https://chat.invalid/**', (route) => {
    told.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<p>there</p>' })
  })
  await visitAs(page, 'traveller')
  await page.route('**/api/status', async (route) => {
    const answer = await (await route.fetch()).json()
    answer.data.chat_links = JSON.stringify([
      { name: 'Second', url: 'https://second.invalid/?k={key}', show: true, sort: 1 },
      { name: 'First', url: 'https://chat.invalid/?k={key}', show: true, sort: 2 },
      { name: 'Hidden', url: 'https://chat.invalid/', show: false, sort: 3 },
    ])
    await route.fulfill({ json: answer })
  })
  await page.route('**/api/token/*/reveal', (route) =>
    route.fulfill({ json: { success: true, message: '', data: { key: 'sk-of-the-test' } } }),
  )
  await page.goto('/panel/playground')
  await tokenOf(page, 'for clients')
  await page.getByRole('button', { name: 'Open in a chat client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open in a chat client' })
  await dialog.getByRole('combobox', { name: 'Token' }).click()
  await page.getByRole('option', { name: 'for clients' }).first().click()
  await dialog.getByRole('button', { name: 'Show clients' }).click()
  await inspect(page, 'the chat clients of the playground', 'en_US')
  const clients = dialog.getByRole('button', { name: /invalid$/ })
  await expect(clients).toHaveText([/^First/, /^Second/])
  await clients.first().click()
  const question = page.getByRole('dialog', { name: 'Send this key to chat.invalid?' })
  await expect(question).toBeVisible()
  expect(told).toEqual([])
  const opened = page.waitForEvent('popup')
  await question.getByRole('button', { name: 'Send and open' }).click()
  await expect((await opened).getByText('there')).toBeVisible()
  expect(told).toEqual(['https://chat.invalid/?k=sk-of-the-test'])
})
