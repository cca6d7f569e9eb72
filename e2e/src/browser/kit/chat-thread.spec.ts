import { expect, type Page, test } from '@playwright/test'
import { visitAs } from '../visit.ts'

/** Answers of our own, one after the other, and what was asked for each. */
async function answers(page: Page, ...contents: readonly string[]): Promise<unknown[]> {
  const asked: unknown[] = []
  await page.route('**/v1/chat/completions', (route) => {
    if (route.request().headers()['x-posthouse-estimate'] !== undefined) return route.abort()
    const content = contents[asked.length] ?? 'no more'
    asked.push(route.request().postDataJSON().messages)
    return route.fulfill({
      contentType: 'text/event-stream',
      body: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\ndata: [DONE]\n\n`,
    })
  })
  return asked
}

async function say(page: Page, text: string): Promise<void> {
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill(text)
  await message.press('Enter')
}

test('an edited question and another answer are versions, and none is lost', async ({ page }) => {
  await visitAs(page, 'traveller')
  const asked = await answers(page, 'first answer', 'second answer', 'answer to the other')
  await page.goto('/panel/playground')
  await say(page, 'one question')
  await expect(page.getByText('first answer')).toBeVisible()
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect(page.getByText('second answer')).toBeVisible()
  await expect(page.getByText('first answer')).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit question' }).click()
  const edit = page.getByRole('textbox', { name: 'Edit question' })
  await edit.fill('another question')
  await edit.press('Enter')
  await expect(page.getByText('answer to the other')).toBeVisible()
  const question = page.getByRole('article', { name: 'You' })
  await expect(question.getByText('one question')).toHaveCount(0)
  expect(asked[2]).toEqual([{ role: 'user', content: 'another question' }])

  // The other branch comes back with its newest answer; the older one is a step further.
  await question.getByRole('button', { name: 'Previous version' }).click()
  await expect(question.getByText('one question')).toBeVisible()
  await expect(page.getByText('second answer')).toBeVisible()
  const answer = page.getByRole('article', { name: 'Model' })
  await answer.getByRole('button', { name: 'Previous version' }).click()
  await expect(page.getByText('first answer')).toBeVisible()
  await expect(answer.getByRole('group', { name: 'Version 1 of 2' })).toBeVisible()
  await expect(answer.getByRole('button', { name: 'Previous version' })).toBeDisabled()
})

test('code, tables and mathematics are set, and code is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => undefined)
  await visitAs(page, 'traveller')
  await answers(
    page,
    [
      '```js\nconst road = "long" // way\n```',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      String.raw`So \(x^2\) and`,
      '$$\n\\frac{1}{2}\n$$',
      'for $5 to $6.',
    ].join('\n\n'),
  )
  await page.goto('/panel/playground')
  await say(page, 'show me')
  const code = page.getByRole('region', { name: 'js' })
  await expect(code.locator('.hljs-keyword')).toHaveText('const')
  await expect(page.getByRole('cell', { name: '2' })).toBeVisible()
  await expect(page.locator('math msup')).toHaveCount(1)
  await expect(page.locator('math mfrac')).toHaveCount(1)
  await expect(page.getByText('for $5 to $6.')).toBeVisible()
  await page.getByRole('article').getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(
    page.getByText('Code copied!').or(page.getByText(/Copying Code failed/)),
  ).toBeVisible()
})

test('the answer is followed until the reader scrolls up; the composer never leaves', async ({
  page,
}) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/playground')
  await say(page, '[[sandbox: words=1500 speed=200 reasoning=6]] Tell me everything')
  const thread = page.getByRole('region', { name: 'Messages' })
  const left = () =>
    thread.evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight))
  const overflow = () => thread.evaluate((box) => box.scrollHeight - box.clientHeight)
  await expect.poll(overflow, { timeout: 30_000 }).toBeGreaterThan(200)
  await expect.poll(left).toBeLessThan(60)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeInViewport()

  await thread.evaluate((box) => box.scrollTo({ top: 0 }))
  const newest = page.getByRole('button', { name: 'Scroll to the newest message' })
  await expect(newest).toBeVisible()
  const before = await overflow()
  await expect.poll(overflow).toBeGreaterThan(before)
  expect(await thread.evaluate((box) => box.scrollTop)).toBe(0)
  await newest.click()
  await expect.poll(left).toBeLessThan(60)
  await expect(newest).toHaveCount(0)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('Stopped').first()).toBeVisible()
  await expect(page.getByText(/^Thought for /)).toBeVisible()
})

test('a conversation of an older console is read', async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/playground')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const owner = JSON.parse(localStorage.getItem('user') ?? '{}').id
        const opening = indexedDB.open('posthouse')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const writing = opening.result.transaction('conversations', 'readwrite')
          writing.objectStore('conversations').put({
            id: 'old',
            owner,
            updated: 1,
            model: 'sandbox/chat',
            system: '',
            temperature: 1,
            messages: [
              { id: 'q', role: 'user', content: 'an old question' },
              { id: 'a', role: 'assistant', content: 'an old answer' },
            ],
          })
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
  )
  await page.reload()
  await page.getByRole('button', { name: 'an old question', exact: true }).click()
  await expect(page.getByText('an old answer')).toBeVisible()
})
