import { type Books, readBooks } from './books.ts'
import { type MockUpstream, openMockUpstream } from './mock-upstream.ts'
import { type Browser, openProduct, type Product, type ProductOptions } from './product.ts'

/** Multipliers of the models `mock/*`: quota units per token. */
export const inputPrice = 1
export const outputPrice = 3

/** Channels of the mock, in the order in which they are tried. */
export const mockChannels = ['first', 'second', 'third', 'fourth'] as const

export type Customer = {
  readonly id: bigint
  readonly key: string
  readonly tokenId: number
  readonly browser: Browser
}

type TokenInput = Parameters<Browser['client']['createToken']>[0]['body']

export type CustomerOptions = {
  readonly balance?: number
  readonly role?: number
  readonly group?: string
  readonly token?: Partial<TokenInput>
}

/** The product in front of a mock supplier with four channels, and prices that are easy to add up. */
export type Stand = AsyncDisposable & {
  readonly product: Product
  readonly upstream: MockUpstream
  readonly root: Browser
  readonly books: Books
  customer(options?: CustomerOptions): Promise<Customer>
  set(key: string, value: string | number): Promise<void>
  ask(customer: Pick<Customer, 'key'>, body: unknown, options?: AskOptions): Promise<Response>
}

export type AskOptions = {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** `options.env` adds to the server's environment. */
export async function openStand(options: ProductOptions = {}): Promise<Stand> {
  const upstream = await openMockUpstream()
  const product = await openProduct(options)
  const root = await product.root()
  const { stores } = product.server
  // Tests send more requests per minute than groups allow by default.
  await stores.db.updateTable('user_groups').set({ rpm: 0n }).execute()
  await setUpMock(root, upstream)
  let customers = 0
  return {
    product,
    upstream,
    root,
    books: readBooks(stores),
    customer: (options = {}) => {
      customers += 1
      return newCustomer(product, `customer${customers}`, options)
    },
    set: async (key, value) => {
      await root.client.setOption({ body: { key, value: String(value) } })
    },
    ask: ({ key }, body, options) => ask(product.address, key, body, options),
    [Symbol.asyncDispose]: async () => {
      await upstream.close()
      await product.close()
    },
  }
}

async function setUpMock(root: Browser, upstream: MockUpstream): Promise<void> {
  await root.client.createPrice({
    body: {
      model: 'mock/*',
      type: 'tokens',
      channel_type: 8,
      input: String(inputPrice),
      output: String(outputPrice),
    },
  })
  for (const [place, name] of mockChannels.entries()) {
    await root.client.createChannel({
      body: {
        type: 8,
        name,
        group: ['default'],
        models: ['mock/*'],
        key: `sk-upstream-${name}-canary-0123456789`,
        base_url: `${upstream.url}/${name}`,
        priority: 40 - 10 * place,
      },
    })
  }
}

async function newCustomer(
  product: Product,
  name: string,
  { token, ...about }: CustomerOptions,
): Promise<Customer> {
  const browser = await product.user({ name, balance: 1_000_000_000, ...about })
  const made = await browser.client.createToken({
    body: { name: `token of ${name}`, unlimited_quota: true, ...token },
  })
  return { id: browser.id, key: made.key, tokenId: made.id, browser }
}

const ask = (
  address: string,
  key: string,
  body: unknown,
  { path = '/v1/chat/completions', headers, signal }: AskOptions = {},
): Promise<Response> =>
  fetch(`${address}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  })

export const chatOf = (
  model: string,
  content: string,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> => ({ model, messages: [{ role: 'user', content }], ...more })

/**
 * The tokens that the product must count for `chatOf` when no usage is reported. The encoding of `mock/*` is unknown,
 * so it counts a token for every three bytes begun, four for the message and three for the answer.
 */
export const countedInput = (content: string): number => countedText(content) + 4 + 3

export const countedText = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3)

export const priceOf = (input: number, output: number): number =>
  input * inputPrice + output * outputPrice
