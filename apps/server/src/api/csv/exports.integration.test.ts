import { once } from 'node:events'
import { request } from 'node:http'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { remarkRow } from '../../domain/usage-log/remark-row.ts'

let product: Product
let root: Browser
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
})
afterAll(() => product.close())

const linesOf = (text: string): string[] => text.split('\r\n').slice(0, -1)

/** Puts rows into somebody's log as settlements would, oldest first. */
async function addRows(user: { id: bigint }, count: number, more: object = {}): Promise<void> {
  const account = await product.server.stores.accounts.findById(user.id)
  if (account === null) expect.fail('no such account')
  const rows = Array.from({ length: count }, (_, place) => ({
    ...remarkRow({ account, requestId: `r-${place}`, logType: 2, content: '', at: 1_000 * place }),
    quota: 250_000n,
    model: 'm',
    channel_id: 1n,
    channel_name: 'secret channel',
    ...more,
  }))
  for (let start = 0; start < rows.length; start += 500) {
    await product.server.stores.db
      .insertInto('usage_log')
      .values(rows.slice(start, start + 500) as never)
      .execute()
  }
}

describe('the file of a log', () => {
  test('has every row of the filter once, newest first, over many pages', async () => {
    const user = await product.user({ name: 'many' })
    await addRows(user, 2_345)
    const text = await user.client.exportOwnLogs({ query: { model_name: 'm' } })
    const [head, ...lines] = linesOf(text)
    expect(head?.startsWith('id,request_id,time,type')).toBe(true)
    const requests = lines.map((line) => line.split(',')[1])
    expect(requests).toEqual(Array.from({ length: 2_345 }, (_, place) => `r-${2_344 - place}`))
  })

  test('exactly a page, and nothing, end as they should', async () => {
    const user = await product.user({ name: 'page' })
    expect(linesOf(await user.client.exportOwnLogs({ query: {} }))).toHaveLength(1)
    await addRows(user, 1_000)
    expect(linesOf(await user.client.exportOwnLogs({ query: {} }))).toHaveLength(1_001)
  })

  test('is UTF-8 with a mark, has a name with the day, and figures as numbers', async () => {
    const user = await product.user({ name: '=formula' })
    await addRows(user, 1, { created_at: 1_774_746_000_000n, token_name: '-令牌, "一"' })
    const response = await user.fetch('/api/log/self/export?time_zone=Asia/Shanghai')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="posthouse-log-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [, line = ''] = linesOf(bytes.toString())
    expect(line).toContain(',2026-03-29 09:00:00,consumption,')
    expect(line).toContain(',\'=formula,"\'-令牌, ""一""",m,')
    expect(line).toContain(',250000,0.500000,')
  })

  test('an unknown zone is refused at its field', async () => {
    const user = await product.user({ name: 'nowhere' })
    const ways = ['/api/log/self/export', '/api/log/self/series', '/api/user/dashboard']
    for (const way of ways) {
      const answer = await user.fetch(`${way}?time_zone=Mars/Olympus`, {
        headers: { 'accept-language': 'en' },
      })
      expect(await answer.json(), way).toMatchObject({
        success: false,
        code: 'request.invalid',
        fields: { time_zone: 'There is no such time zone' },
      })
    }
  })

  test('of one’s own has no rows of others and no channel; administrators see both', async () => {
    const other = await product.user({ name: 'someone-else' })
    await addRows(other, 1)
    const user = await product.user({ name: 'alone' })
    await addRows(user, 1)
    const forged = '/api/log/self/export?username=someone-else&channel_id=1&user_id=1'
    const own = await (await user.fetch(forged)).text()
    expect(own).not.toMatch(/someone-else|secret channel|channel_id/)
    expect(linesOf(own)).toHaveLength(2)
    const all = await root.client.exportLogs({ query: { username: 'someone-else' } })
    expect(linesOf(all)).toHaveLength(2)
    expect(all).toContain(',1,secret channel')
  })

  test('is not read on for a client that leaves', async () => {
    const user = await product.user({ name: 'leaver' })
    await addRows(user, 10_000, { content: 'x'.repeat(3_000) })
    const { logs } = product.server.stores
    const walk = logs.walk.bind(logs)
    let pages = 0
    vi.spyOn(logs, 'walk').mockImplementation(async (...asked) => {
      const read = await walk(...asked)
      return (before) => {
        pages += 1
        return read(before)
      }
    })
    const { hostname, port } = new URL(product.address)
    const leaving = request({
      hostname,
      port,
      path: '/api/log/self/export',
      headers: { cookie: user.cookie() },
    })
    leaving.end()
    const [response] = await once(leaving, 'response')
    await once(response, 'readable')
    leaving.destroy()
    await vi.waitFor(async () => {
      const seen = pages
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(pages).toBe(seen)
    }, 10_000)
    // The whole file is ten, and the empty page after them.
    expect(pages).toBeGreaterThan(0)
    expect(pages).toBeLessThan(9)
    vi.restoreAllMocks()
  })
})

describe('the other files', () => {
  test('tokens: the caller’s own, without keys', async () => {
    const user = await product.user({ name: 'holder' })
    const made = await user.client.createToken({ body: { name: '@cmd', remain_quota: 500_000 } })
    await root.client.createToken({ body: { name: 'of root', unlimited_quota: true } })
    const text = await user.client.exportTokens({ query: {} })
    expect(text).not.toContain(made.key)
    expect(text).not.toContain('of root')
    expect(linesOf(text)[1]).toContain(
      `${made.id},'@cmd,enabled,${made.key_preview},,false,500000,1.000000,0,0.000000`,
    )
    expect(linesOf(await user.client.exportTokens({ query: { status: 2 } }))).toHaveLength(1)
  })

  test('channels: how many keys, and nothing that may be a secret', async () => {
    await root.client.createChannel({
      body: {
        type: 8,
        name: 'filed',
        group: ['default', 'vip'],
        models: ['a', 'b'],
        key: 'canary-key-one\ncanary-key-two',
        base_url: 'http://127.0.0.1:1',
        proxy: 'http://user:canary-proxy@127.0.0.1:2',
        model_headers: '{"authorization":"canary-header"}',
        custom_parameter: '{"api_key":"canary-parameter"}',
      },
    })
    const text = await root.client.exportChannels({ query: { name: 'filed' } })
    expect(text).not.toContain('canary')
    expect(linesOf(text)[1]).toContain(',filed,8,enabled,default vip,a b,,2,0,1,,,,0,0.000000,,')
  })
})
