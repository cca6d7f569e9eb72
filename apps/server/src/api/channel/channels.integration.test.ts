import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CallError } from '@posthouse/contract/client'
import { type Browser, openProduct, type Product, rootPassword } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const canary = 'sk-canary-0123456789-never-to-be-seen'

let product: Product
let root: Browser
const supplier = createServer((request, response) => {
  seen.push({ url: request.url ?? '', key: request.headers.authorization ?? '' })
  response.setHeader('content-type', 'application/json')
  if (request.url === '/v1/models')
    return response.end('{"data":[{"id":"b"},{"id":"a"},{"id":"a"}]}')
  response.statusCode = 401
  response.end(
    JSON.stringify({
      error: { message: `Incorrect API key provided: ${canary}`, code: 'invalid_api_key' },
    }),
  )
})
const seen: { url: string; key: string }[] = []
let address = ''

beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
  await new Promise<void>((resolve) => supplier.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(supplier.address() as AddressInfo).port}`
})
afterAll(async () => {
  supplier.close()
  await product.close()
})

const channel = (name: string, more: object = {}) => ({
  type: 8,
  name,
  group: ['default'],
  models: ['m'],
  key: canary,
  base_url: address,
  ...more,
})

const refusal = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => expect.fail('was not refused'),
    (error: unknown) => (error instanceof CallError ? error : expect.fail(String(error))),
  )

/** As long after the last password as a form stands open over lunch. */
const hoursLater = (): Promise<unknown> =>
  product.server.stores.db.updateTable('sessions').set({ authenticated_at: 0n }).execute()

const justNow = (): Promise<unknown> =>
  root.client.confirmPassword({ body: { password: rootPassword } })

describe('service accounts', () => {
  const account = {
    type: 'service_account',
    client_email: 'posthouse@canary-project.iam.gserviceaccount.com',
    project_id: 'canary-project',
    private_key_id: 'canary-id-0123456789abcd',
    private_key: '-----BEGIN PRIVATE KEY-----\ncanary-body\n-----END PRIVATE KEY-----\n',
  }
  const pasted = JSON.stringify(account, null, 2)
  const vertex = (more: object) => channel('vertex', { type: 42, key: pasted, ...more })

  test('are pasted as they were downloaded, and are in no answer', async () => {
    const made = await root.client.createChannel({
      body: vertex({ key: `${pasted}\n${JSON.stringify({ ...account, project_id: 'b' })}` }),
    })
    expect(made).toMatchObject({ key_count: 2, key_previews: ['…abcd', '…abcd'] })
    const read = await (await root.fetch(`/api/channel/${made.id}`)).text()
    expect(JSON.stringify(made) + read).not.toMatch(/canary-(project|id|body)/)
    const changed = root.client.updateChannel({ body: { id: made.id, key: 'sk-no-account' } })
    expect(await refusal(changed)).toMatchObject({ fields: { key: expect.any(String) } })
  })

  test.each([
    ['key', { key: 'sk-plain' }],
    ['key', { key: JSON.stringify({ ...account, private_key: '' }) }],
    ['key', { key: `${pasted}\nsk-plain` }],
    ['other', { other: 'evil.example/#|' }],
    ['other', { other: 'us-central1|../..' }],
  ])('a wrong %s is refused: %j', async (field, more) => {
    const refused = await refusal(root.client.createChannel({ body: vertex(more) }))
    expect(refused.fields).toHaveProperty(field)
    expect(JSON.stringify(refused.fields)).not.toContain('canary')
  })

  test.each(['', 'us-central1|', '|the-project', 'europe-west4|a.com:b'])(
    'a place is kept: %j',
    async (other) => {
      const made = await root.client.createChannel({ body: vertex({ other }) })
      expect(made.other).toBe(other)
    },
  )
})

describe('keys of channels', () => {
  test('are in no answer, and not in the database file as they are', async () => {
    const made = await root.client.createChannel({ body: channel('secret') })
    const answers = await Promise.all(
      ['/api/channel/', `/api/channel/${made.id}`, '/api/option/', '/api/status'].map(
        async (path) => (await root.fetch(path)).text(),
      ),
    )
    expect(JSON.stringify(made) + answers.join()).not.toContain(canary)
    const stored = await product.server.stores.db.selectFrom('channel_keys').selectAll().execute()
    expect(stored.map(({ key_sealed }) => key_sealed).join()).not.toContain(canary)
    expect(made.key_previews).toEqual(['…seen'])
  })

  test('stay when the form brings none, are replaced when it does, and keep their rows', async () => {
    const made = await root.client.createChannel({
      body: channel('keys', { key: 'one-long-key-1\ntwo-long-key-2' }),
    })
    expect(made.key_count).toBe(2)
    const ids = async () =>
      (
        await product.server.stores.db
          .selectFrom('channel_keys')
          .select('id')
          .where('channel_id', '=', BigInt(made.id))
          .orderBy('position')
          .execute()
      ).map(({ id }) => id)
    const before = await ids()
    const kept = await root.client.updateChannel({ body: { id: made.id, name: 'renamed' } })
    expect(kept).toMatchObject({ name: 'renamed', key_count: 2, weight: 1, priority: 0 })
    await root.client.updateChannel({
      body: { id: made.id, key: 'two-long-key-2\nthree-long-key' },
    })
    expect((await ids())[0]).toBe(before[1])
  })

  test('a stored key is never sent to an address that it was not stored for', async () => {
    const made = await root.client.createChannel({ body: channel('lent') })
    await hoursLater()
    seen.length = 0
    const trap = channel('x', { id: made.id, key: '', base_url: `${address}/trap` })
    const error = await refusal(root.client.listUpstreamModels({ body: trap }))
    expect(error.code).toBe('channel.secrets-again')
    expect(seen).toEqual([])
    const own = channel('x', { id: made.id, key: '' })
    expect(await root.client.listUpstreamModels({ body: own })).toEqual(['a', 'b'])
    expect(seen.at(-1)?.key).toBe(`Bearer ${canary}`)
  })
})

describe('secrets beside the keys', () => {
  const hidden = { 'x-tenant': 'hidden-tenant', 'anthropic-beta': 'open' }
  const make = (name: string) =>
    root.client.createChannel({
      body: channel(name, {
        model_headers: JSON.stringify(hidden),
        proxy: 'http://user:hidden-password@127.0.0.1:9',
      }),
    })
  const rowOf = async (id: number) => {
    const stored = await product.server.stores.channels.all()
    return stored.find(({ row }) => row.id === BigInt(id))?.row ?? expect.fail('no such channel')
  }

  test('come back as the stand-in and are kept when it does', async () => {
    await justNow()
    const made = await make('kept')
    expect(JSON.parse(made.model_headers)).toEqual({ ...hidden, 'x-tenant': '••••' })
    expect(made.proxy).toBe('http://user:••••@127.0.0.1:9')
    const model_headers = JSON.stringify({ 'x-tenant': '••••', 'anthropic-beta': 'new' })
    await root.client.updateChannel({ body: { id: made.id, model_headers, proxy: made.proxy } })
    const row = await rowOf(made.id)
    expect(JSON.parse(row.model_headers)).toEqual({ ...hidden, 'anthropic-beta': 'new' })
    expect(row.proxy).toBe('http://user:hidden-password@127.0.0.1:9')
  })

  test('are kept for no other name, no other proxy and no other channel', async () => {
    await justNow()
    const { id } = await make('not moved')
    const changes = [
      { model_headers: '{"x-other":"••••"}' },
      { proxy: 'http://user:••••@127.0.0.1:10' },
    ]
    for (const change of changes) {
      const error = await refusal(root.client.updateChannel({ body: { id, ...change } }))
      expect(Object.keys(error.fields)).toEqual(Object.keys(change))
      const made = root.client.createChannel({ body: channel('copied', change) })
      expect(Object.keys((await refusal(made)).fields)).toEqual(Object.keys(change))
    }
  })

  test('are lent to no address that they were not stored for', async () => {
    const { id } = await make('not lent')
    await hoursLater()
    const values = { id, model_headers: '{"x-tenant":"••••","anthropic-beta":"open"}', proxy: '' }
    const trap = channel('x', { ...values, base_url: `${address}/trap` })
    expect(
      Object.keys((await refusal(root.client.listUpstreamModels({ body: trap }))).fields),
    ).toEqual(['model_headers'])
  })
})

describe('moving a channel to another address', () => {
  const proxy = 'http://127.0.0.1:9'
  const make = (name: string) =>
    root.client.createChannel({
      body: channel(name, { model_headers: '{"x-tenant":"hidden-tenant"}', test_model: 'm' }),
    })

  test('asks for its keys and hidden values again', async () => {
    const made = await make('moving')
    await hoursLater()
    const base_url = `${address}/elsewhere`
    const move = { id: made.id, base_url }
    const error = await refusal(root.client.updateChannel({ body: move }))
    expect(error.code).toBe('channel.secrets-again')
    expect(Object.keys(error.fields)).toEqual(['key', 'model_headers'])
    const half = { ...move, key: 'sk-new', model_headers: made.model_headers }
    const still = await refusal(root.client.updateChannel({ body: half }))
    expect(Object.keys(still.fields)).toEqual(['model_headers'])
    const whole = { ...half, model_headers: '{"x-tenant":"new"}' }
    expect((await root.client.updateChannel({ body: whole })).base_url).toBe(base_url)
    await root.client.updateChannel({ body: { id: made.id, base_url, key: '' } })
  })

  test.each<[string, object, string[]]>([
    ['address', { base_url: 'http://127.0.0.1:9/v2' }, ['key', 'model_headers']],
    ['proxy', { proxy }, ['key', 'model_headers']],
    ['header', { model_headers: '{"x-tenant":"••••","x-more":"y"}' }, ['key']],
  ])(
    'another %s asks for the secrets, saved or tried, or for the password',
    async (name, more, fields) => {
      const made = await make(`another ${name}`)
      const kept = { id: made.id, key: '', model_headers: made.model_headers, test_model: 'm' }
      const tried = channel('x', { ...kept, ...more })
      const calls = [
        () => root.client.updateChannel({ body: { id: made.id, ...more } }),
        () => root.client.probeChannel({ body: tried }),
        () => root.client.listUpstreamModels({ body: tried }),
      ]
      await hoursLater()
      seen.length = 0
      for (const call of calls) {
        const error = await refusal(call())
        expect(error.code).toBe('channel.secrets-again')
        expect(Object.keys(error.fields)).toEqual(fields)
      }
      expect(seen).toEqual([])
      await justNow()
      for (const call of calls) {
        await call().catch((error: CallError) =>
          expect(error.code).not.toBe('channel.secrets-again'),
        )
      }
    },
  )

  test('the same values, in whatever order and with their stand-ins, are no move', async () => {
    const made = await make('staying')
    await hoursLater()
    const { id, base_url, model_headers } = made
    const body = { id, base_url, proxy: '', model_headers, name: 'stayed' }
    expect((await root.client.updateChannel({ body })).name).toBe('stayed')
  })
})

describe('testing a channel', () => {
  test('shows what the supplier said, without the key', async () => {
    const error = await refusal(root.client.probeChannel({ body: channel('probe') }))
    expect(error.code).toBe('channel.test-failed')
    expect(error.message).not.toContain(canary)
  })

  test('without a key asks nobody, and names its field', async () => {
    seen.length = 0
    const body = channel('keyless', { key: ' ', test_model: 'a' })
    const calls = [root.client.probeChannel({ body }), root.client.listUpstreamModels({ body })]
    for (const error of await Promise.all(calls.map(refusal))) {
      expect(error.fields).toEqual({ key: 'Key cannot be empty' })
    }
    expect(seen).toEqual([])
  })

  test('without a model to test says so', async () => {
    const made = await root.client.createChannel({
      body: channel('untested', { models: ['only-*'] }),
    })
    const error = await refusal(root.client.testChannel({ params: { id: made.id }, query: {} }))
    expect(error.code).toBe('channel.no-model-to-test')
  })

  test('a failed one is remembered with its time and its reason, and forgotten by one that passes', async () => {
    const made = await root.client.createChannel({ body: channel('refused') })
    expect(made).toMatchObject({ test_time: 0, test_failure: '' })
    const { id } = made
    const error = await refusal(root.client.testChannel({ params: { id }, query: { model: 'm' } }))
    const after = await root.client.getChannel({ params: { id } })
    expect(after.test_time).toBeGreaterThan(0)
    expect(after.test_failure).toContain('Incorrect API key')
    expect(after.test_failure).not.toContain(canary)
    expect(after.test_failure).toMatch(/^m: /)
    expect(error.message).toContain(after.test_failure.slice(3))
    await root.client.updateChannel({
      body: { id, type: 900, base_url: 'sandbox://local', key: 'k', models: ['sandbox/chat'] },
    })
    await root.client.testChannel({ params: { id }, query: { model: 'sandbox/chat' } })
    expect((await root.client.getChannel({ params: { id } })).test_failure).toBe('')
  })

  test('of the sandbox works and is remembered', async () => {
    const result = await root.client.testChannel({ params: { id: 1 }, query: {} })
    expect(result).toMatchObject({ model: 'sandbox/chat', status: 200 })
    expect((await root.client.getChannel({ params: { id: 1 } })).test_time).toBeGreaterThan(0)
  })

  test('of vectors alone asks for one, in the words of the channel', async () => {
    for (const dialect of ['openai-chat', 'gemini']) {
      const { id } = await root.client.createChannel({
        body: {
          ...channel(`vectors in ${dialect}`),
          type: 900,
          base_url: 'sandbox://local',
          test_model: 'sandbox/embedding',
          plugin: JSON.stringify({ dialects: [dialect] }),
        },
      })
      const result = await root.client.testChannel({ params: { id }, query: {} })
      expect(result).toMatchObject({ model: 'sandbox/embedding', status: 200, text: 'ok' })
    }
  })

  test('metadata addresses are refused when saved, in every form that names one', async () => {
    for (const host of [
      '169.254.169.254',
      '[fd00:ec2::254]',
      '2852039166',
      '0xA9FEA9FE',
      '[::ffff:a9fe:a9fe]',
    ]) {
      const error = await refusal(
        root.client.createChannel({ body: channel('meta', { base_url: `http://${host}/latest` }) }),
      )
      expect(error.code, host).toBe('channel.address-refused')
      for (const scheme of ['http', 'https', 'socks5', 'socks5h']) {
        const proxy = `${scheme}://user:pass@${host}:1080`
        const behind = await refusal(
          root.client.createChannel({ body: channel('meta', { proxy }) }),
        )
        expect(behind.code, proxy).toBe('channel.address-refused')
      }
    }
  })
})

describe('what nobody could be served by', () => {
  test('a group that does not exist is refused, made, changed or changed for many', async () => {
    const made = await root.client.createChannel({ body: channel('grouped') })
    const group = ['default', 'nobody']
    const calls = [
      () => root.client.createChannel({ body: channel('nowhere', { group }) }),
      () => root.client.updateChannel({ body: { id: made.id, group } }),
      () => root.client.changeChannels({ body: { select: { ids: [made.id] }, change: { group } } }),
    ]
    for (const call of calls) {
      const error = await refusal(call())
      expect(error.code).toBe('request.invalid')
      expect(error.fields['group']).toMatch(/没有这个用户组|no such user group/)
    }
    expect(await root.client.getChannel({ params: { id: made.id } })).toEqual(made)
  })

  test('so is a type that no supplier has', async () => {
    const error = await refusal(
      root.client.createChannel({ body: channel('typeless', { type: 7_777 }) }),
    )
    expect(error.fields).toHaveProperty('type')
  })

  test('what is wrong is told in one line, in the language that was asked for', async () => {
    const told = async (language: string): Promise<unknown> => {
      const response = await root.fetch('/api/channel/', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'accept-language': language,
          'x-posthouse-origin': 'console',
        },
        body: JSON.stringify({ ...channel(''), priority: 'x' }),
      })
      return response.json()
    }
    expect(await told('zh-CN')).toMatchObject({
      message: '输入有误：name：名称 不能为空；priority：必须是数字',
      fields: { name: '名称 不能为空', priority: '必须是数字' },
    })
    expect(await told('en-US')).toMatchObject({
      message: 'Invalid input: name: Name is required; priority: Must be a number',
    })
  })
})

describe('routing sees a change at once', () => {
  test('when a channel is made, disabled and deleted', async () => {
    const models = async () => (await root.client.listOwnModels({ query: {} })).map(({ id }) => id)
    const made = await root.client.createChannel({
      body: channel('seen', { models: ['only-here'] }),
    })
    expect(await models()).toContain('only-here')
    await root.client.updateChannel({ body: { id: made.id, status: 2 } })
    expect(await models()).not.toContain('only-here')
    await root.client.updateChannel({ body: { id: made.id, status: 1 } })
    expect(await models()).toContain('only-here')
    await root.client.deleteChannel({ params: { id: made.id } })
    expect(await models()).not.toContain('only-here')
    expect((await refusal(root.client.getChannel({ params: { id: made.id } }))).code).toBe(
      'channel.not-found',
    )
  })

  test('prices and a passed probe are stored with the channel, or not at all', async () => {
    const prices = [{ model: 'kept-model', input: '1', output: '2' }]
    const entries = async () =>
      (await root.client.listPrices({})).filter(({ model }) => model === 'kept-model')
    await refusal(
      root.client.createChannel({ body: channel('nowhere', { group: ['no-such'], prices }) }),
    )
    expect(await entries()).toEqual([])
    const body = channel('kept', { models: ['kept-model'], prices, tested_ms: 120 })
    const made = await root.client.createChannel({ body })
    expect(made).toMatchObject({ response_time: 120, test_failure: '' })
    expect(made.test_time).toBeGreaterThan(0)
    expect(await entries()).toMatchObject([{ input: '1', output: '2', channel_type: 8 }])
    await root.client.updateChannel({
      body: { id: made.id, prices: [{ model: 'kept-model', input: '3', output: '4' }] },
    })
    expect(await entries()).toMatchObject([{ input: '3', output: '4' }])
    const lines = [{ bucket: 'cache_read', amount_micro: '70000' } as const]
    await root.client.updateChannel({
      body: { id: made.id, prices: [{ model: 'kept-model', input: '3', output: '4', lines }] },
    })
    const [whole] = await entries()
    expect(whole?.lines).toContainEqual(expect.objectContaining(lines[0]))
    await root.client.deleteChannel({ params: { id: made.id } })
  })

  test('a refused key is named as the field that is wrong when models are listed', async () => {
    const { models: _models, ...form } = channel('listed', { base_url: `${address}/elsewhere` })
    const error = await refusal(root.client.listUpstreamModels({ body: form }))
    expect(error.code).toBe('channel.models-not-listed')
    expect(Object.keys(error.fields)).toEqual(['key'])
  })

  test('the suggested chat model is priced, of the right kind, and allowed by the token', async () => {
    const names = ['a-embedding', 'b-dear', 'c-cheap', 'd-unpriced']
    const made = await root.client.createChannel({ body: channel('kinds', { models: names }) })
    const prices = { 'a-embedding': '0.1', 'b-dear': '9', 'c-cheap': '1' }
    for (const [model, input] of Object.entries(prices)) {
      const body = { model, type: 'tokens', channel_type: 8, input, output: input } as const
      await root.client.createPrice({ body })
    }
    const limits = { models: ['a*', 'b*'] }
    const token = await root.client.createToken({ body: { name: 'narrow', limits } })
    const suggested = async (query: { token?: number }) =>
      (await root.client.listOwnModels({ query })).find(({ chat_rank: rank }) => rank === 0)?.id
    expect(await suggested({})).toBe('c-cheap')
    expect(await suggested({ token: token.id })).toBe('b-dear')
    await root.client.deleteChannel({ params: { id: made.id } })
  })

  test('filters find members of lists, not parts of names', async () => {
    await root.client.createChannel({ body: channel('lists', { models: ['alpha', 'alphabet'] }) })
    const names = async (query: object) =>
      (await root.client.listChannels({ query })).data.map(({ name }) => name)
    expect(await names({ models: 'alpha' })).toEqual(['lists'])
    expect(await names({ models: 'alph' })).toEqual([])
    expect(await names({ name: '%' })).toEqual([])
  })
})
