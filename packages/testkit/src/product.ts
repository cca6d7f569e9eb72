import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Client } from '@posthouse/contract/client'
import { quota } from '@posthouse/ledger/quota'
import { grantQuota } from '@posthouse/server/accounts/grant-quota'
import { readConfig } from '@posthouse/server/config/config'
import { createLog } from '@posthouse/server/lib/log'
import { systemClock } from '@posthouse/server/lib/clock'
import { openServer, type ServerContext } from '@posthouse/server/open-server'
import { testUrl } from './database.ts'
import { shareFiles } from './share-files.ts'

export const rootPassword = 'root of the tests'

/** Hashed with fewer passes and less memory than in production, so that sign-in is cheap in tests. */
const userPassword = {
  text: 'password of the tests',
  hash: '$argon2id$v=19$m=64,t=1,p=1$GWGVf4vobcWZuYu14L7edw$hbWMQSQgXdBS+T4C5S10cGPOv7XGjoZTenWHFuZEMlM',
}

/** The whole product, on a free port with a fresh database. Dispose of it when done. */
export type Product = Awaited<ReturnType<typeof openProduct>>

/** A test's browser: the typed client with its own cookies. */
export type Browser = {
  readonly client: Client
  readonly cookie: () => string
  readonly fetch: typeof fetch
}

export type ProductOptions = {
  readonly env?: Readonly<Record<string, string>>
  /** A folder that several nodes share for the files of tasks and studios. */
  readonly files?: string
  readonly attemptLimits?: ServerContext['attemptLimits']
  readonly bodyTimes?: ServerContext['bodyTimes']
  readonly noticeLimits?: ServerContext['noticeLimits']
  readonly hooks?: ServerContext['hooks']
  readonly log?: ServerContext['log']
}

export async function openProduct(options: ProductOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-product-'))
  if (options.files !== undefined) await shareFiles(options.files, folder)
  const place = await testUrl(folder)
  const server = await openServer({
    config: readConfig({
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: place.url,
      POSTHOUSE_ROOT_PASSWORD: rootPassword,
      POSTHOUSE_SECRET_KEY: 'a secret key of the tests, long enough',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
      ...options.env,
    }),
    log: options.log ?? createLog(process.env['LOG_LEVEL'] ?? 'silent'),
    clock: systemClock,
    dataFolder: folder,
    attemptLimits: options.attemptLimits ?? {
      ofName: 1_000,
      ofAddress: 1_000,
      ofEverybody: 1_000,
    },
    ...(options.bodyTimes === undefined ? {} : { bodyTimes: options.bodyTimes }),
    ...(options.noticeLimits === undefined ? {} : { noticeLimits: options.noticeLimits }),
    ...(options.hooks === undefined ? {} : { hooks: options.hooks }),
    requestLimits: { requests: 1_000_000, seconds: 60 },
  })
  const address = server.address.replace('localhost', '127.0.0.1')
  const close = async (): Promise<void> => {
    await server.close()
    await place.remove()
    await rm(folder, { recursive: true, force: true })
  }
  return {
    address,
    server,
    folder,
    url: place.url,
    browser: (language: 'zh' | 'en' = 'en') => openBrowser(address, language),
    root: () => signedIn(address, 'root', rootPassword),
    /** Creates a user, optionally with a balance. Returns a browser signed in as that user. */
    user: (about: { name: string; role?: number; balance?: number; group?: string }) =>
      newUser(server, address, about),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function openBrowser(address: string, language: 'zh' | 'en'): Browser {
  const jar = new Map<string, string>()
  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const call: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    if (jar.size > 0) headers.set('cookie', cookies())
    const target = typeof input === 'string' && input.startsWith('/') ? `${address}${input}` : input
    const response = await fetch(target, { ...init, headers })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/Max-Age=0/.test(set)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  return {
    client: createClient({ fetch: call, language: () => language }),
    cookie: cookies,
    fetch: call,
  }
}

async function signedIn(address: string, username: string, password: string): Promise<Browser> {
  const browser = openBrowser(address, 'en')
  await browser.client.login({ body: { username, password } })
  return browser
}

async function newUser(
  server: Awaited<ReturnType<typeof openServer>>,
  address: string,
  about: { name: string; role?: number; balance?: number; group?: string },
): Promise<Browser & { readonly id: bigint }> {
  const { accounts, ledger } = server.stores
  const account = await accounts.insert({
    username: about.name,
    displayName: about.name,
    password: userPassword.hash,
    role: about.role ?? 1,
    group: about.group ?? 'default',
    at: Date.now(),
  })
  if (about.balance !== undefined && about.balance > 0) {
    await grantQuota(
      {
        account,
        amount: quota(about.balance),
        cause: `grant:${about.name}`,
        remark: 'test',
        at: Date.now(),
      },
      ledger.writer,
    )
  }
  return { ...(await signedIn(address, about.name, userPassword.text)), id: account.id }
}
