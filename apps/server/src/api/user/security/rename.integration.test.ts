import { CallError, createClient } from '@posthouse/contract/client'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test } from 'vitest'

const password = 'password of the tests'

let stand: Stand
beforeAll(async () => {
  stand = await openStand()
})
afterAll(() => stand[Symbol.asyncDispose]())

const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) =>
      error instanceof CallError
        ? [error.code, ...Object.keys(error.fields)].join(' ')
        : String(error),
  )

const signIn = (username: string) =>
  refusalOf(stand.product.browser().client.login({ body: { username, password } }))

const rename = (user: Pick<Customer, 'browser'>, username: string) =>
  refusalOf(user.browser.client.updateSelf({ body: { username } }))

const answered = async (user: Customer): Promise<void> => {
  stand.upstream.on('mock/chat', (call) =>
    call.json(200, {
      id: 'chat-1',
      object: 'chat.completion',
      created: 1,
      model: 'mock/chat',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    }),
  )
  const body = { model: 'mock/chat', messages: [{ role: 'user', content: 'Hello' }] }
  const response = await stand.ask(user, body)
  expect(response.status).toBe(200)
  await response.text()
}

test('a user changes the name to sign in with, and the log keeps the old one', async () => {
  const user = await stand.customer({ balance: 1_000_000 })
  const { username: old } = await user.browser.client.getSelf({})
  await answered(user)
  expect(await rename(user, ' long-rider ')).toBe('ok')
  expect(await user.browser.client.getSelf({})).toMatchObject({ username: 'long-rider' })
  expect([await signIn('long-rider'), await signIn(old)]).toEqual(['ok', 'auth.wrong-credentials'])

  await answered(user)
  await expect
    .poll(async () => {
      const { data } = await user.browser.client.listOwnLogs({ query: { log_type: 2 } })
      return data.map(({ username }) => username)
    })
    .toEqual(['long-rider', old])
})

test('a name that another user has is refused at its field, and nothing else is changed', async () => {
  const user = await stand.customer()
  const { username } = await user.browser.client.getSelf({})
  const body = {
    username: 'root',
    display_name: 'Root',
    original_password: password,
    password: 'another password',
  }
  expect(await refusalOf(user.browser.client.updateSelf({ body }))).toBe(
    'user.username-taken username',
  )
  const self = await user.browser.client.getSelf({})
  expect([self.username, self.display_name === 'Root']).toEqual([username, false])
  expect(await signIn(username)).toBe('ok')
})

test.each(['ab', '  ', 'two words', 'a@b.example', 'thirteen-long'])(
  'the name %j is refused at its field',
  async (name) => {
    const user = await stand.customer()
    expect(await rename(user, name)).toBe('request.invalid username')
  },
)

test('the own name again is no change', async () => {
  const user = await stand.customer()
  const { username } = await user.browser.client.getSelf({})
  expect(await rename(user, username)).toBe('ok')
})

test('an access token does not change it', async () => {
  const user = await stand.customer()
  const { token } = await user.browser.client.createAccessToken({ body: { name: 'script' } })
  const script = createClient({
    fetch: (path, init) =>
      fetch(`${stand.product.address}${path}`, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), authorization: token },
      }),
    language: () => 'en',
  })
  const renaming = script.updateSelf({ body: { username: 'scripted' } })
  expect(await refusalOf(renaming)).toBe('auth.session-only')
})

test('an administrator’s form from before the change is refused', async () => {
  const user = await stand.customer()
  const params = { id: Number(user.id) }
  const { version, username } = await stand.root.client.getUser({ params })
  expect(await rename(user, 'renamed')).toBe('ok')
  const saving = stand.root.client.updateUser({ body: { ...params, version, username } })
  expect(await refusalOf(saving)).toBe('user.changed')
})

test('an action on a name that has changed hands reaches nobody', async () => {
  const [first, second] = [await stand.customer(), await stand.customer()]
  const { id, username } = await stand.root.client.getUser({ params: { id: Number(first.id) } })
  expect(await rename(first, 'moved-on')).toBe('ok')
  const act = (action: 'promote' | 'disable' | 'delete') =>
    refusalOf(stand.root.client.manageUser({ body: { id, username, action } }))
  expect(await act('promote')).toBe('user.changed')
  expect(await rename(second, username)).toBe('ok')
  for (const action of ['promote', 'disable', 'delete'] as const) {
    expect(await act(action)).toBe('user.changed')
  }
  for (const user of [first, second]) {
    const params = { id: Number(user.id) }
    expect(await stand.root.client.getUser({ params })).toMatchObject({ role: 1, status: 1 })
  }
  const body = { id, username: 'moved-on', action: 'promote' as const }
  expect(await stand.root.client.manageUser({ body })).toMatchObject({ role: 10 })
})
