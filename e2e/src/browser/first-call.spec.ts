import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Locator, type Page, test } from './kit/kept-page.ts'
import { inspect } from './inspect.ts'
import { carryOut, rootPassword, travellerPassword, visitAs } from './visit.ts'

/** A step of the card, by its heading. */
const step = (page: Page, title: string): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })

test('a newcomer with nothing to spend is told what is missing, and why the call is refused', async ({
  page,
}, info) => {
  const username = info.project.name === 'phone' ? 'newcomer-phone' : 'newcomer'
  await visitAs(page, 'nobody')
  await page.goto('/login')
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: false }).first().fill(travellerPassword)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/panel\/dashboard/)
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible()
  const [balance, token, call] = ['Balance', 'Token', 'Make your first call'].map((title) =>
    step(page, title),
  ) as [Locator, Locator, Locator]

  await expect(balance).toContainText('Your balance is $0.00.')
  await expect(balance).toContainText('To do')
  await expect(balance.getByRole('alert')).toContainText('Admin setup required!')
  await expect(balance.getByRole('link', { name: 'About this site' })).toBeVisible()
  await expect(call).toContainText('Create a token first')
  await inspect(page, 'nothing done yet', 'en_US')

  await token.getByRole('button', { name: 'Create token' }).click()
  await expect(token).toContainText('Done')
  const key = /sk-[A-Za-z0-9]{48}/.exec(await token.innerText())?.[0] ?? ''
  const command = call.getByRole('region', { name: 'curl' })
  await expect(command).toContainText(`Bearer ${key}`)
  await expect(call).toContainText('Waiting for your first call…')
  await inspect(page, 'waiting for the call', 'en_US')

  const answer = await carryOut(page, await command.innerText())
  expect(answer.status()).toBe(402)
  expect((await answer.json()).error.code).toBe('insufficient_quota')
  await expect(call).toContainText('Not enough balance', { timeout: 20_000 })
  await expect(call.getByRole('alert')).toContainText('Your balance is too low for this call.')
  await expect(call).toContainText('To do')
  await expect(call).not.toContainText('Waiting')
  await inspect(page, 'a refused first call', 'en_US')

  // Nothing of it is lost, and no second token is offered.
  await page.reload()
  await expect(call.getByRole('alert')).toContainText('Your balance is too low for this call.')
  await expect(token).toContainText('Done')
  await expect(token.getByRole('button', { name: 'Create token' })).toHaveCount(0)
  await inspect(page, 'after a reload', 'en_US')
  await token.getByRole('link', { name: 'Tokens' }).click()
  await expect(page.getByRole('link', { name: 'My first key' })).toHaveCount(1)

  // Whoever has errors only has a chart of zeros.
  await page.goto('/panel/log?chart=open')
  await expect(page.getByTestId('chart-total')).toHaveText('$0.00', { timeout: 20_000 })
  await expect(page.getByRole('slider', { name: /^Usage/ })).toBeVisible()
  await inspect(page, 'a chart of zeros', 'en_US')
})

const vendorKey = 'sk-vendor'
const vendorModels = [
  'acme-a-embedding',
  ...['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'].map((letter) => `acme-${letter}-chat`),
]

/** A vendor that answers nobody without its key, and chats with chat models only. */
async function openVendor() {
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const known = request.headers.authorization === `Bearer ${vendorKey}`
    if (!known) return answer(401, { error: { message: 'Who are you?', code: 'invalid_api_key' } })
    if (request.method === 'GET') {
      return answer(200, { object: 'list', data: vendorModels.map((id) => ({ id })) })
    }
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString('utf8')))
    request.on('end', () => {
      const { model } = JSON.parse(text) as { model: string }
      if (!model.endsWith('-chat')) {
        return answer(400, { error: { message: `${model} cannot chat`, code: 'bad_model' } })
      }
      const message = { role: 'assistant', content: `Hello from ${model}` }
      answer(200, {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model,
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 },
      })
    })
    return undefined
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const run = promisify(execFile)

/** What the copied text writes when it is run as it is. */
async function outputOf(name: string, text: string): Promise<string> {
  if (name === 'curl') return (await run('bash', ['-c', text])).stdout
  // Beneath the repository, so that the client library is found.
  const folder = await mkdtemp(join(import.meta.dirname, '../../.snippet-'))
  const file = join(folder, 'snippet.mts')
  await writeFile(file, text)
  try {
    return (await run(process.execPath, [file])).stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('from the password to a priced and tested channel, and to the first call', async ({
  page,
}, info) => {
  const name = `vendor ${info.project.name} ${info.retry}`
  const vendor = await openVendor()
  let clicks = 0
  const click = async (target: Locator) => {
    clicks++
    await target.click()
  }
  await visitAs(page, 'nobody')
  await page.goto('/login')
  await page.getByLabel('Username or e-mail').fill('root')
  await page.getByLabel('Password', { exact: false }).first().fill(rootPassword)
  await click(page.getByRole('main').getByRole('button', { name: 'Log in' }))
  await click(page.getByRole('navigation').getByRole('link', { name: 'Channels' }))
  await click(page.getByRole('button', { name: 'Create channel' }).first())
  const form = page.getByRole('dialog', { name: 'Create channel' })
  await click(form.getByRole('combobox', { name: 'Type' }))
  await click(page.getByRole('option', { name: 'OpenAI compatible' }))
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Base URL').fill(vendor.address)
  await form.getByLabel('Key').fill(vendorKey)
  await click(form.getByRole('button', { name: 'Fetch model list' }))
  await click(page.getByRole('button', { name: 'Use 12 models' }))
  const alike = form.getByRole('group', { name: 'Use one price' })
  await alike.getByLabel('Input').fill('1.5')
  await alike.getByLabel('Output').fill('6')
  await click(alike.getByRole('button', { name: 'Fill in 12 prices' }))
  await click(form.getByRole('button', { name: 'Test connection' }))
  const tested = page.getByRole('dialog', { name: 'Test connection' })
  await expect(tested).toContainText('acme-b-chat: Hello from acme-b-chat')
  await inspect(page, 'a tested channel before it is saved', 'en_US')
  await click(tested.getByRole('button', { name: 'Close' }))
  // The prices wait for the channel.
  const priced = async () =>
    (await (await page.request.get('/api/prices')).json()).data.filter(
      ({ model }: { model: string }) => vendorModels.includes(model),
    )
  expect(await priced()).toEqual([])
  await click(form.getByRole('button', { name: 'Create channel' }))
  await expect(form).toBeHidden()
  expect(clicks).toBeLessThanOrEqual(11)
  expect(await priced()).toHaveLength(12)
  const list = `/api/channel/?name=${encodeURIComponent(name)}`
  const [channel] = (await (await page.request.get(list)).json()).data.data
  expect(channel).toMatchObject({ test_failure: '', test_time: expect.any(Number) })
  expect(channel.test_time).toBeGreaterThan(0)

  await page.goto('/panel/token')
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const token = page.getByRole('dialog', { name: 'Create token' })
  await token.getByLabel('Name').fill(name)
  await token.getByRole('button', { name: 'Create token' }).click()
  const made = page.getByRole('dialog', { name: /^New key of/ })
  await expect(made.getByRole('combobox', { name: 'Model' })).toHaveValue('acme-b-chat')
  for (const client of ['curl', 'TypeScript']) {
    await made.getByRole('tab', { name: client }).click()
    const text = await made.getByRole('region', { name: client }).innerText()
    expect(await outputOf(client, text)).toContain('Hello from acme-b-chat')
  }
  await page.request.delete(`/api/channel/${channel.id}`)
  for (const model of vendorModels) await page.request.delete(`/api/prices/single/${model}`)
  vendor.close()
})
