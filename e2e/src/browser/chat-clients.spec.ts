import { expect, type Page, test } from './kit/kept-page.ts'
import { visitAs } from './visit.ts'
import { wordsIn } from './words.ts'

const english = wordsIn('en_US')

/** The site as it would be with these chat clients. */
async function offer(page: Page, links: readonly object[]): Promise<void> {
  await page.route('**/api/status', async (route) => {
    const answer = await (await route.fetch()).json()
    answer.data.chat_links = JSON.stringify(links)
    await route.fulfill({ json: answer })
  })
}

async function newKey(page: Page, name: string): Promise<string> {
  await page.goto('/panel/token')
  const create = english('token.create')
  await page.getByRole('button', { name: create }).first().click()
  const form = page.getByRole('dialog', { name: create })
  await form.getByLabel(english('token.name')).first().fill(name)
  await form.getByRole('button', { name: create }).click()
  const result = page.getByRole('dialog', { name: english('token.createdTitle', { name }) })
  const key = /sk-[A-Za-z0-9]{48}/.exec(await result.innerText())?.[0]
  if (key === undefined) throw new Error('the dialog shows no key')
  return key
}

test('a host is told a key only once somebody has read its name', async ({
  page,
  context,
}, info) => {
  const asked: string[] = []
  await context.route('https://chat.invalid/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<p>there</p>' })
  })
  await visitAs(page, 'root')
  await offer(page, [
    { name: 'Told', url: 'https://chat.invalid/?key={key}', show: true, sort: 2 },
    { name: 'In pieces', url: 'https://pieces.invalid/#/?key={key}', show: true, sort: 1 },
    { name: 'Keyless', url: 'https://chat.invalid/?at={server}', show: true, sort: 0 },
    { name: 'Hidden', url: 'https://chat.invalid/', show: false, sort: 3 },
  ])
  const key = await newKey(page, `chat ${info.project.name}`)
  await expect(page.getByText('Hidden')).toHaveCount(0)
  const keyless = page.getByRole('link', { name: 'Keyless', exact: true })
  await expect(keyless).toHaveAttribute('href', /^https:\/\/chat\.invalid\/\?at=/)
  // A fragment is in no request, and the host's own page reads it.
  await expect(page.getByRole('button', { name: 'In pieces pieces.invalid' })).toBeVisible()

  const told = page.getByRole('button', { name: 'Told chat.invalid', exact: true })
  await told.click()
  const question = page.getByRole('dialog', {
    name: english('token.tellHostTitle', { host: 'chat.invalid' }),
  })
  await question.getByRole('button', { name: english('action.cancel') }).click()
  await expect(question).toHaveCount(0)
  expect(asked).toEqual([])

  await told.click()
  const opened = page.waitForEvent('popup')
  await question.getByRole('button', { name: english('token.tellHost') }).click()
  await expect((await opened).getByText('there')).toBeVisible()
  expect(asked).toEqual([`https://chat.invalid/?key=${key}`])
})

test('no client is offered where the operator offers none', async ({ page }, info) => {
  await visitAs(page, 'root')
  await offer(page, [])
  await newKey(page, `no chat ${info.project.name}`)
  await expect(page.getByText(english('token.snippets'))).toBeVisible()
  await expect(page.getByText(english('token.chatClients'))).toHaveCount(0)
})
