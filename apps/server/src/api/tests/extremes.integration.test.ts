import { api, type CallName } from '@posthouse/contract/api'
import { addressOf } from '@posthouse/contract/client'
import type { Endpoint } from '@posthouse/contract/endpoint'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

/*
 * Every field of every call with the values at the ends of what can be written: each is taken or refused, and
 * none is a 500, neither at once nor in the lists that show it afterwards. A new field is in here without a line.
 */

let product: Product
let root: Browser
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
  await product.user({ name: 'other', balance: 1_000 })
})
afterAll(() => product.close())

const extremes = [
  2 ** 53 - 1,
  2 ** 53,
  1e300,
  -(2 ** 53 - 1),
  8_640_000_000_000,
  8_640_000_000_001,
  8.64e15,
  'a\0b',
  'half \ud83d',
  'line\nbreak',
  '9'.repeat(30),
  '\u202e',
]

type Sample = Readonly<Record<string, unknown>>

const channel = {
  type: 8,
  name: 'new',
  group: ['default'],
  models: ['other'],
  key: 'sk-0123456789',
  base_url: 'http://127.0.0.1:1',
}
const price = { model: 'x', type: 'tokens', channel_type: 8, input: '1', output: '1' }

/** What makes a call go as far as its handler when one field is changed. */
const bodies: Partial<Record<CallName, Sample>> = {
  createChannel: channel,
  createToken: { name: 'new' },
  updateToken: { id: 1 },
  changeTokens: { select: { ids: [1] }, change: { status: 1 } },
  updateChannel: { id: 1 },
  changeChannels: { select: { ids: [1] }, change: { priority: 1 } },
  createPrice: price,
  updatePrice: price,
  adjustQuota: { quota: 1 },
  refundCharge: { reason: 'x' },
  matchPrices: { models: ['x'] },
  setOption: { key: 'Footer', value: 'x' },
}

/** These ask a supplier, end the session, or take the sandbox away that others stand on. */
const left = new Set<CallName>([
  'login',
  'logout',
  'probeChannel',
  'testChannel',
  'listUpstreamModels',
  'refreshChannelBalance',
  'compareChannelModels',
])

/** Fields of a schema as JSON Schema names them, and those of objects in it. */
function fieldsOf(schema: z.ZodType | undefined): string[][] {
  if (schema === undefined) return []
  const paths: string[][] = []
  const walk = (node: unknown, path: string[]): void => {
    const { properties = {}, anyOf = [] } = node as {
      properties?: Record<string, unknown>
      anyOf?: unknown[]
    }
    for (const inner of anyOf) walk(inner, path)
    for (const [name, inner] of Object.entries(properties)) {
      paths.push([...path, name])
      walk(inner, [...path, name])
    }
  }
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), [])
  return paths
}

function withField(
  sample: Sample,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Sample {
  if (rest.length === 0) {
    const list = Array.isArray(sample[name]) && !Array.isArray(value)
    return { ...sample, [name]: list ? [value] : value }
  }
  return { ...sample, [name]: withField((sample[name] ?? {}) as Sample, rest, value) }
}

const calls = (Object.entries(api) as [CallName, Endpoint][]).filter(([name]) => !left.has(name))

async function statusOf(name: CallName, parts: { query?: Sample; params?: Sample; body?: Sample }) {
  const endpoint: Endpoint = api[name]
  const params = { id: 1, model: 'x', ...parts.params }
  const address = addressOf(endpoint, {
    params: wellFormed(params),
    query: wellFormed(parts.query),
  })
  const response = await root.fetch(address, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json' },
    ...(endpoint.body === undefined ? {} : { body: JSON.stringify(parts.body ?? {}) }),
  })
  await response.text()
  return response.status
}

/** An address cannot hold half a character. */
const wellFormed = (sample: Sample = {}): Sample =>
  Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : value,
    ]),
  )

const lists: readonly CallName[] = [
  'listTokens',
  'listChannels',
  'listPrices',
  'getSelf',
  'listLogs',
]
const files: readonly CallName[] = ['exportTokens', 'exportChannels', 'exportOwnLogs']

describe('no field of a call makes a 500', () => {
  test.each(calls)('%s', async (name, endpoint) => {
    const wrong: unknown[] = []
    const note = (where: string, value: unknown, status: number) => {
      if (status >= 500) wrong.push({ where, value, status })
    }
    const body = bodies[name] ?? {}
    for (const value of extremes) {
      const tried = [
        ...fieldsOf(endpoint.body).map((path) => ({
          where: path.join('.'),
          parts: { body: withField(body, path, value) },
        })),
        ...fieldsOf(endpoint.query).map(([field = '']) => ({
          where: `?${field}`,
          parts: { body, query: { [field]: value } },
        })),
        ...fieldsOf(endpoint.params).map(([field = '']) => ({
          where: `/${field}`,
          parts: { body, params: { [field]: value } },
        })),
      ]
      await Promise.all(
        tried.map(async ({ where, parts }) => note(where, value, await statusOf(name, parts))),
      )
    }
    if (endpoint.changes) {
      for (const shown of [...lists, ...files]) note(`then ${shown}`, '', await statusOf(shown, {}))
    }
    expect(wrong).toEqual([])
  })

  test('a balance goes up to 2^53 - 1 and no further', async () => {
    const user = await product.user({ name: 'rich', balance: 1 })
    const add = (quota: number) =>
      root.client.adjustQuota({ params: { id: Number(user.id) }, body: { quota } })
    expect(await add(2 ** 53 - 2)).toEqual({ quota: 2 ** 53 - 1 })
    await expect(add(1)).rejects.toMatchObject({ code: 'quota.too-large' })
    expect((await user.client.getSelf({})).quota).toBe(2 ** 53 - 1)
    expect(await add(-(2 ** 53 - 2))).toEqual({ quota: 1 })
    const atOnce = await Promise.allSettled([5e15, 5e15, 5e15].map(add))
    expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await user.client.getSelf({})).quota).toBe(5e15 + 1)
  })
})

test.each(['a\0b', 'a\nb', 'a\u2028b', 'a\u202eb', 'a\u0007b', 'a\u0085b'])(
  'nothing is called %j',
  async (name) => {
    const refused = { code: 'request.invalid', fields: { name: expect.stringMatching(/control/) } }
    await expect(root.client.createToken({ body: { name } })).rejects.toMatchObject(refused)
    await expect(root.client.createChannel({ body: { ...channel, name } })).rejects.toMatchObject(
      refused,
    )
  },
)

test('but after people, with their joined and combined characters', async () => {
  const name = '👩‍👩‍👧 Ünï\u0301 驿站'
  expect((await root.client.createToken({ body: { name } })).name).toBe(name)
})
