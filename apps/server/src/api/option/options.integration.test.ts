import { CallError } from '@posthouse/contract/client'
import { PriceInput } from '@posthouse/contract/price'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: Product
let root: Browser
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
})
afterAll(() => product.close())

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )
const set = (key: string, value: string) => codeOf(root.client.setOption({ body: { key, value } }))

describe('settings', () => {
  test('what is set shows at once', async () => {
    expect(await set('SystemName', 'Relay')).toBe('ok')
    expect(await root.client.getStatus({})).toMatchObject({ system_name: 'Relay' })
    expect(await set('HomePageContent', '# hi')).toBe('ok')
    expect(await root.client.getHomePage({})).toBe('# hi')
  })

  test('unknown keys and bad values are refused, nothing is stored', async () => {
    expect(await set('Nonsense', '1')).toBe('option.unknown')
    expect(await set('RetryTimes', '-1')).toBe('option.invalid')
    expect(await set('RetryTimes', '1e9')).toBe('option.invalid')
    expect(await set('DisplayInCurrencyEnabled', 'yes')).toBe('option.invalid')
    expect(await set('ChatLinks', '[')).toBe('option.invalid')
    expect(await set('SystemName', '  ')).toBe('option.invalid')
    const options = await root.client.listOptions({})
    expect(options.find(({ key }) => key === 'RetryTimes')?.value).toBe('2')
  })

  test('a refused value is said by its place, in the reader’s language', async () => {
    const refusedIn = async (language: string, key: string, value: string) => {
      const response = await root.fetch('/api/option/', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'accept-language': language },
        body: JSON.stringify({ key, value }),
      })
      const { message, fields } = (await response.json()) as Record<string, unknown>
      return { message, fields }
    }
    expect(await refusedIn('zh-CN', 'RetryTimes', '21')).toEqual({
      message: '设置项 RetryTimes 的值无效：应为 0 到 20 的整数',
      fields: { value: '应为 0 到 20 的整数' },
    })
    expect(await refusedIn('zh-CN', 'UnpricedModels', 'x')).toEqual({
      message: '设置项 UnpricedModels 的值无效：应为 refuse / default 之一',
      fields: { value: '应为 refuse / default 之一' },
    })
    const links = JSON.stringify([{ name: 'a', url: 'javascript:1', show: true, sort: 1 }])
    expect(await refusedIn('zh-CN', 'ChatLinks', links)).toEqual({
      message: '设置项 ChatLinks 的值无效：0.url：必须是网页或应用的地址',
      fields: { 'value.0.url': '必须是网页或应用的地址' },
    })
    expect(await refusedIn('en-US', 'ModelFacts', '[{}]')).toEqual({
      message: 'The value of ModelFacts is not valid: 0.models: Required',
      fields: { 'value.0.models': 'Required' },
    })
  })

  test.each(['ServerAddress', 'TopUpLink', 'BlogLink', 'Logo'])(
    '%s takes addresses of the web alone',
    async (key) => {
      const never = [
        'javascript:alert(1)',
        ' javascript:alert(1)',
        'java\tscript:alert(1)',
        'data:text/html,<script>',
        '//elsewhere.example/x',
        'https:\\\\elsewhere.example',
        'https://name:word@site.example/',
        'site.example',
      ]
      for (const value of never) expect(await set(key, value)).toBe('option.invalid')
      expect(await set(key, 'https://site.example/x?y=1')).toBe('ok')
      const isPicture = key === 'Logo' ? 'ok' : 'option.invalid'
      expect(await set(key, '/logo.svg')).toBe(isPicture)
      expect(await set(key, 'data:image/png;base64,iVBORw0KGgo=')).toBe(isPicture)
      expect(await set(key, '')).toBe('ok')
    },
  )

  test('several are set together or not at all, with each fault at its key', async () => {
    const many = (changes: Record<string, string>) =>
      root.client
        .setOptions({
          body: { changes: Object.entries(changes).map(([key, value]) => ({ key, value })) },
        })
        .then(
          () => null,
          (error: unknown) => (error instanceof CallError ? error.fields : error),
        )
    const valueOf = async (key: string) =>
      (await root.client.listOptions({})).find((option) => option.key === key)?.value
    const links = JSON.stringify([{ name: 'a', url: 'javascript:1', show: true, sort: 1 }])
    const faults = await many({ RetryTimes: '3', RetryTimeOut: '-1', ChatLinks: links })
    expect(Object.keys(faults as object)).toEqual(['RetryTimeOut', 'ChatLinks.0.url'])
    expect(await valueOf('RetryTimes')).toBe('2')
    expect(await many({ RetryTimes: '3', RetryTimeOut: '60' })).toBeNull()
    expect(await valueOf('RetryTimes')).toBe('3')
    expect(await valueOf('RetryTimeOut')).toBe('60')
    expect(await many({ RetryTimes: '2', RetryTimeOut: '30' })).toBeNull()
  })

  test('an administrator reads all and changes what is his', async () => {
    const admin = await product.user({ name: 'settings-admin', role: 10 })
    const { client } = admin
    const asked = (key: string, value: string) =>
      codeOf(client.setOptions({ body: { changes: [{ key, value }] } }))
    expect(await asked('Notice', 'Closed on Sunday')).toBe('ok')
    expect(await root.client.getNotice({})).toBe('Closed on Sunday')
    expect(await asked('SystemName', 'Mine')).toBe('auth.role-too-low')
    expect(await codeOf(client.setOption({ body: { key: 'WebhookUrl', value: '' } }))).toBe(
      'auth.role-too-low',
    )
    const options = await client.listOptions({})
    expect(options.find(({ key }) => key === 'Notice')?.may_change).toBe(true)
    expect(options.find(({ key }) => key === 'SystemName')?.may_change).toBe(false)
    expect(options.filter(({ secret, value }) => secret && value !== '')).toEqual([])
  })

  test('the name of the site is one plain line', async () => {
    for (const name of ['a\nb', 'a\u0007b', 'a\u202Eb', 'a\u2028b', 'n'.repeat(101)]) {
      expect(await set('SystemName', name)).toBe('option.invalid')
    }
    expect(await set('SystemName', '驿站 🐎')).toBe('ok')
    expect(await set('SystemName', 'Relay')).toBe('ok')
  })

  test('chat clients are addresses of pages and apps, and may be none', async () => {
    const link = { name: 'Ours', url: 'https://chat.example/#{key}', show: true, sort: 1 }
    const setTo = (...links: readonly object[]) => set('ChatLinks', JSON.stringify(links))
    expect(await setTo({ ...link, url: 'javascript:alert(1)' })).toBe('option.invalid')
    expect(await setTo({ name: 'Ours' })).toBe('option.invalid')
    expect(await set('ChatLinks', '{}')).toBe('option.invalid')
    expect(await set('ChatLink', 'javascript:alert(1)')).toBe('option.invalid')
    expect(await set('ChatLink', 'https://chat.example/?k={key}')).toBe('ok')
    expect(await set('ChatLink', '')).toBe('ok')
    expect(await setTo(link)).toBe('ok')
    expect(JSON.parse((await root.client.getStatus({})).chat_links)).toEqual([link])
    expect(await setTo()).toBe('ok')
    expect((await root.client.getStatus({})).chat_links).toBe('[]')
  })

  test('a secret is sealed, and answered to nobody', async () => {
    const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
    for (const value of ['secret', 'whsec_', 'whsec_c2hvcnQ=', `${secret}x`]) {
      expect(await set('WebhookSecret', value)).toBe('option.invalid')
    }
    expect(await set('WebhookSecret', secret)).toBe('ok')
    const { stores } = product.server
    const stored = await stores.db
      .selectFrom('options')
      .select('value')
      .where('key', '=', 'WebhookSecret')
      .executeTakeFirstOrThrow()
    expect(stored.value).toMatch(/^v1:/)
    expect((await stores.options.all()).get('WebhookSecret')).toBe(secret)
    const shown = (await root.client.listOptions({})).find(({ key }) => key === 'WebhookSecret')
    expect(shown).toMatchObject({ value: '', secret: true })
    expect(await set('WebhookSecret', '')).toBe('ok')
    expect((await stores.options.all()).get('WebhookSecret')).toBe('')
  })

  test('what a unit is worth is fixed once money has moved', async () => {
    expect(await set('QuotaPerUnit', '1000')).toBe('option.locked')
  })
})

describe('prices', () => {
  const price = {
    model: 'new/model',
    type: 'tokens' as const,
    channel_type: 1,
    input: '0.2857',
    output: '1',
  }

  test('are added, matched, changed and deleted; names are unique', async () => {
    expect(await root.client.createPrice({ body: price })).toMatchObject({
      input: '0.2857',
      output: '1',
    })
    expect(await codeOf(root.client.createPrice({ body: price }))).toBe('price.exists')
    const [match] = await root.client.matchPrices({ body: { models: ['new/model', 'sandbox/x'] } })
    expect(match?.price?.lines[0]).toMatchObject({ bucket: 'input', dollars_per_million: '0.5714' })
    const params = { model: 'new/model' }
    const changed = { ...price, type: 'times' as const, input: '50' }
    expect(await root.client.updatePrice({ params, body: changed })).toMatchObject({
      type: 'times',
      input: '50',
    })
    await root.client.deletePrice({ params })
    expect(await codeOf(root.client.deletePrice({ params }))).toBe('price.not-found')
  })

  test('are changed with all their lines, or with none', async () => {
    const model = 'gpt-6.1-sol'
    const shown = (await root.client.listPrices({})).find((entry) => entry.model === model)
    if (shown === undefined) throw new Error('it is not in the book')
    expect(shown.lines).toContainEqual(
      expect.objectContaining({ bucket: 'output', tier: 'flex', dollars_per_million: '5' }),
    )
    expect(shown.lines).toContainEqual(
      expect.objectContaining({ bucket: 'cache_read', from_input_tokens: 272_001 }),
    )
    const body = PriceInput.parse({ ...shown, output: '6' })
    const params = { model }
    const changed = await root.client.updatePrice({ params, body })
    expect(changed).toMatchObject({ output: '6', source: '' })
    expect(changed.lines.slice(2)).toEqual(shown.lines.slice(2))
    const none = await root.client.updatePrice({ params, body: { ...body, lines: [] } })
    expect(none.lines).toHaveLength(2)
  })
})
