import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { ModelFactsEntry } from '@posthouse/contract/model-facts-entry'
import { TokenLimits } from '@posthouse/contract/token'
import { createHealth } from '../../../domain/channels/health.ts'
import type { Channel } from '../../../domain/channels/channel.ts'
import { plainChannel } from '../../../domain/channels/testing/plain-channel.ts'
import { systemClock } from '../../../lib/clock.ts'
import { requestId, sha256 } from '../../../lib/ids.ts'
import { createLimits } from '../../../domain/limits/limits.ts'
import { memoryStore } from '../../../domain/limits/memory-store.ts'
import { modelBook } from '../../../domain/models/model-facts.ts'
import { microQuota, type PriceEntry, priceBook } from '../../../domain/pricing/price-book.ts'
import { type Settings, settingTable } from '../../../domain/settings/setting-table.ts'
import type { Snapshot } from '../../../domain/snapshot/snapshot.ts'
import type { KeyEntry } from '../../../domain/tokens/key-entry.ts'
import { createSupplierCounter } from '../../../upstream/count-tokens.ts'
import { sandboxTransport } from '../../../upstream/transport/sandbox-transport.ts'
import { openSpool } from '../../../http/spool.ts'
import { createBodyMemory, type MemoryLimits } from '../../../http/body-memory.ts'
import { createChatCache } from '../../reply/chat-cache.ts'
import { memorySignatures } from '../../../codec/reasoning/signature-store.ts'
import type { SqlRow } from '../../../domain/usage-log/sql-row.ts'
import { httpTransport } from './http-transport.ts'
import { noTasks, storesOf } from './no-stores.ts'
import { createGateway, type Gateway } from '../../gateway.ts'
import type { KeyFailed } from '../../../upstream/dead-keys.ts'
import type { GatewayParts } from '../../gateway-parts.ts'
import { createBodyWorkers } from '../../../codec/body-workers.ts'
import { createTokenCounter } from '../../../charging/token-counter.ts'
import { FakeLedger } from './fake-ledger.ts'
import { settledFetch } from './settled-fetch.ts'

/** A gateway on a real port with a fake ledger, and everything that a test wants to look at. */
export type Rig = {
  readonly url: string
  readonly gateway: Gateway
  readonly ledger: FakeLedger
  readonly attempts: SqlRow[]
  readonly refused: SqlRow[]
  readonly errors: unknown[]
  readonly keysFailed: KeyFailed[]
  readonly parts: GatewayParts
  /** As a client asks, but for the end of the answer: it comes when the call is charged, too. */
  fetch(path: string, init: RequestInit): Promise<Response>
  close(): Promise<void>
}

export const testKey = 'sk-test-0123456789'
/** Of somebody else. */
export const otherKey = 'sk-other-0123456789'

export type RigOptions = {
  readonly channels: readonly Channel[]
  readonly settings?: Partial<Settings>
  readonly token?: Partial<KeyEntry['token']>
  readonly limits?: Partial<TokenLimits>
  readonly owner?: Partial<KeyEntry['owner']>
  readonly balance?: bigint
  readonly prices?: readonly PriceEntry[]
  /** Facts of models; nothing without. */
  readonly facts?: readonly ModelFactsEntry[]
  readonly requestsPerMinute?: number
  /** A server that is called in place of OpenAI's own address. */
  readonly openAi?: string
  readonly forgetResponses?: GatewayParts['forgetResponses']
  /** Nothing is kept without. */
  readonly db?: Kysely<Tables>
}

const silent = { debug: () => {}, info: () => {}, warn: () => {} }

export async function gatewayRig(options: RigOptions): Promise<Rig> {
  const ledger = new FakeLedger()
  for (const user of [1, 2]) ledger.balances.set(`wallet:${user}`, options.balance ?? 10_000_000n)
  const [attempts, refused]: [SqlRow[], SqlRow[]] = [[], []]
  const [errors, keysFailed]: [unknown[], KeyFailed[]] = [[], []]
  const bodies = createBodyWorkers()
  const transports = {
    http: httpTransport(options.openAi),
    sandbox: sandboxTransport({ anyModel: true }),
  }
  const parts: GatewayParts = {
    snapshot: () => snapshot,
    keys: keysOf(options),
    ledger: ledger.writer,
    spending: () => Promise.resolve({ left: 0n, used: 0n }),
    limits: createLimits(memoryStore(systemClock), () => requestId()),
    health: createHealth(systemClock, () => snapshot.settings.RetryCooldownSeconds),
    transports,
    supplierCounts: createSupplierCounter({ transports, clock: systemClock }, (toCount) =>
      bodies.compute('countQuestion', toCount, toCount.body.length),
    ),
    clock: systemClock,
    log: { ...silent, error: (fields) => errors.push(fields) },
    signedIn: async ({ request }) => (request.headers.cookie === 'session=good' ? 1n : null),
    recorder: {
      attempts: (rows) => attempts.push(...rows),
      refused: (row) => refused.push(row),
    },
    incarnation: 'test',
    tokens: createTokenCounter({ monotonic: () => performance.now(), deadlineMs: 1_000 }),
    bodies,
    spool: openSpool(),
    memory: createBodyMemory(() => memoryLimits(snapshot)),
    cache: createChatCache(),
    signatures: memorySignatures(),
    ...storesOf(options.db),
    tasks: noTasks,
    forgetResponses: options.forgetResponses ?? (() => {}),
    deadKeys: { suspect: (event) => keysFailed.push(event), answered: () => {} },
  }
  const snapshot = snapshotOf(options)
  const gateway = createGateway(parts)
  const { server, ...address } = await served(gateway)
  return {
    ...address,
    gateway,
    ledger,
    attempts,
    refused,
    errors,
    keysFailed,
    parts,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await parts.transports.http.close()
      await bodies.close()
    },
  }
}

const memoryLimits = ({ settings }: Snapshot): MemoryLimits => ({
  process: settings.ProcessMemoryLimit,
  request: settings.RequestMemoryLimit,
})

async function served(gateway: Gateway): Promise<Pick<Rig, 'url' | 'fetch'> & { server: Server }> {
  const handling = new Map<string, Promise<void>>()
  const server = serverOf(gateway, handling)
  const url = `http://127.0.0.1:${(await listening(server)).port}`
  return { server, url, fetch: settledFetch(url, handling) }
}

/** `handling`: by the id of the request. */
function serverOf(gateway: Gateway, handling: Map<string, Promise<void>>): Server {
  return createServer((request, response) => {
    const id = requestId()
    const incoming = {
      request,
      response,
      id,
      address: '127.0.0.1',
      secure: false,
      hosts: [request.headers.host ?? ''],
      url: new URL(request.url ?? '/', 'http://gateway'),
      receivedAt: Date.now(),
    }
    const handled = gateway.handle(incoming).then(() => void handling.delete(id))
    handling.set(id, handled)
  })
}

export async function listening(server: Server): Promise<AddressInfo> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address
}

function keysOf(options: RigOptions): GatewayParts['keys'] {
  const owner: KeyEntry['owner'] = {
    id: 1n,
    username: 'ada',
    displayName: 'Ada',
    role: 1,
    enabled: true,
    email: null,
    group: 'default',
    createdAt: 0,
    passwordChangedAt: 0,
    lastLoginAt: null,
    ...options.owner,
  }
  const token: KeyEntry['token'] = {
    id: 7n,
    userId: 1n,
    name: 'first',
    enabled: true,
    unlimited: true,
    cache: false,
    costInAnswer: false,
    hidden: false,
    group: '',
    limits: { ...TokenLimits.parse({}), ...options.limits },
    keyPrefix: 'sk-test',
    keyTail: '6789',
    createdAt: 0,
    accessedAt: null,
    expiresAt: null,
    ...options.token,
  }
  return {
    find: async (hash) => {
      const other = { token: { ...token, id: 8n, userId: 2n }, owner: { ...owner, id: 2n } }
      return hash === sha256(testKey) ? { token, owner } : hash === sha256(otherKey) ? other : null
    },
    byToken: async () => null,
    playground: async () => ({ token: { ...token, hidden: true, name: 'playground' }, owner }),
    dropToken: () => {},
    dropUser: () => {},
    clear: () => {},
  }
}

const perToken = (bucket: 'input' | 'output', micros: bigint): PriceEntry['lines'][number] => ({
  bucket,
  unit: 'token',
  amount: microQuota(micros),
  fromInputTokens: 0,
})

export const onePerToken: PriceEntry = {
  model: 'sandbox/*',
  type: 'tokens',
  channelType: 900,
  lines: [perToken('input', 1_000_000n), perToken('output', 1_000_000n)],
}

function snapshotOf(options: RigOptions): Snapshot {
  const defaults = Object.fromEntries(
    Object.entries(settingTable).map(([key, spec]) => [
      key,
      spec.kind === 'flag'
        ? spec.default === 'true'
        : spec.kind === 'whole'
          ? Number(spec.default)
          : spec.default,
    ]),
  ) as Settings
  const group = {
    symbol: 'default',
    name: 'Default',
    ratioMillionths: 1_000_000n,
    requestsPerMinute: options.requestsPerMinute ?? 0,
    public: true,
  }
  return {
    revision: 1n,
    settings: { ...defaults, ...options.settings },
    groups: new Map([['default', group]]),
    channels: options.channels,
    prices: priceBook(1n, options.prices ?? [onePerToken]),
    models: modelBook(options.facts ?? [], []),
  }
}

let lastChannel = 0n

export function channel(changes: Partial<Channel> = {}): Channel {
  lastChannel += 1n
  return {
    ...plainChannel,
    id: lastChannel,
    name: `channel ${lastChannel}`,
    type: 900,
    models: ['sandbox/chat', 'sandbox/*'],
    baseUrl: 'http://sandbox.local',
    keys: [{ id: lastChannel * 100n, secret: 'sk-upstream-secret', enabled: true }],
    ...changes,
  }
}

/** A sandbox channel with a fault. */
export const faulty = (fault: string, changes: Partial<Channel> = {}): Channel =>
  channel({ plugin: { sandbox: { fault } }, priority: 10, ...changes })

export type Asked = {
  readonly text?: string
  readonly stream?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly more?: Readonly<Record<string, unknown>>
  readonly path?: string
}

/** Asks for a chat answer as an ordinary client would. */
export const ask = (rig: Pick<Rig, 'fetch'>, asked: Asked = {}): Promise<Response> =>
  rig.fetch(asked.path ?? '/v1/chat/completions', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${testKey}`,
      'content-type': 'application/json',
      ...asked.headers,
    },
    body: JSON.stringify({
      model: 'sandbox/chat',
      messages: [{ role: 'user', content: asked.text ?? 'hello there' }],
      ...(asked.stream === true ? { stream: true } : {}),
      ...asked.more,
    }),
  })

/** The same for one that waits for no charge. */
export const askOnly = ({ url }: Pick<Rig, 'url'>, asked: Asked = {}): Promise<Response> =>
  ask({ fetch: (path, init) => globalThis.fetch(`${url}${path}`, init) }, asked)

export type ChatAnswer = {
  readonly choices: readonly { readonly message: { readonly content: string } }[]
  readonly usage: Readonly<Record<'prompt_tokens' | 'completion_tokens' | 'total_tokens', number>>
}

export type ErrorAnswer = {
  readonly error: Readonly<Record<'message' | 'type' | 'code' | 'param', string>>
}

export const errorOf = async (response: Response): Promise<ErrorAnswer['error']> =>
  ((await response.json()) as ErrorAnswer).error

/** Waits until something is true: a client that left does not see the settlement. */
export async function until(what: () => boolean, ms = 5_000): Promise<void> {
  const deadline = performance.now() + ms
  while (!what()) {
    if (performance.now() > deadline) throw new Error('it never became true')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
