import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { endIncarnation, tryWriting, silentMs } from '@posthouse/ledger/incarnation'
import manifest from '../package.json' with { type: 'json' }
import {
  type AttemptLimits,
  createAttemptLimiter,
  defaultAttemptLimits,
} from './domain/accounts/attempt-limiter.ts'
import { defaultBodyTimes } from './api/check-input.ts'
import { moneyActs } from './api/money/money-acts.ts'
import { createApi } from './api/create-api.ts'
import { createApp, type Readiness } from './app.ts'
import { answerBeside } from './commands/live-commands.ts'
import { prepareFirstStart } from './commands/first-start.ts'
import { signInProviders } from './integrations/sign-in/providers.ts'
import { createGrowingWait } from './domain/accounts/growing-wait.ts'
import type { Gateway } from './gateway/gateway.ts'
import type { Hook } from './hooks/hook.ts'
import { hookTable } from './hooks/hook-table.ts'
import { createHooks, type Hooks } from './hooks/create-hooks.ts'
import {
  createRequestLimiter,
  defaultNoticeLimits,
  defaultRequestLimits,
  type RequestLimits,
} from './http/request-limiter.ts'
import type { Config } from './config/config.ts'
import { localAddress } from './config/local-address.ts'
import { boundedProbe } from './http/bounded-probe.ts'
import type { Clock } from './lib/clock.ts'
import { createProxyWatch } from './http/proxy-watch.ts'
import { createBodyMemory, type MemoryLimits } from './http/body-memory.ts'
import type { BodyTimes } from './http/read-bytes.ts'
import { createStaticSite } from './http/site/static-site.ts'
import { widgetOrigin } from './domain/settings/widget-origin.ts'
import { endLostWorks } from './domain/works/end-lost-works.ts'
import { expireHolds } from './jobs/expire-holds.ts'
import { type JobParts, startJobs } from './jobs/schedule.ts'
import { createLivingNodes, type LivingNodes } from './jobs/living-nodes.ts'
import { disableUnreadable } from './domain/channels/disable-unreadable.ts'
import { removeOldMarks } from './tasks/shared-folders.ts'
import { delivery, mailPortOf } from './open-delivery.ts'
import { openAttempts, openGateway, watchGateway } from './open-gateway.ts'
import { openPayments } from './open-payments.ts'
import { openOverGateway, openTasks } from './open-tasks.ts'
import { openTelegram } from './open-telegram.ts'
import { openStores, operatorParts, type Stores, type StoresContext } from './open-stores.ts'
import { openRedis, type SharedRedis } from './redis/shared-redis.ts'
import type { Settings } from './domain/settings/setting-table.ts'
import { createCurrentSnapshot } from './domain/snapshot/current-snapshot.ts'
import { createKeyCache } from './domain/tokens/key-cache.ts'
import { sandboxTransport } from './upstream/transport/sandbox-transport.ts'
import type { Transports } from './upstream/transport/transports.ts'
import { undiciTransport } from './upstream/transport/undici-transport.ts'

export type ServerContext = StoresContext & {
  /** Tests raise both: all that they do comes from one address. */
  readonly attemptLimits?: AttemptLimits
  readonly requestLimits?: RequestLimits
  readonly noticeLimits?: RequestLimits
  /** Of bodies of the console's calls, and of notices. */
  readonly bodyTimes?: BodyTimes
  /** Tests bring tenants of their own. */
  readonly hooks?: readonly Hook[]
}

export type OpenServer = {
  /** Where a browser on this machine finds it. */
  readonly address: string
  /** Where everybody finds it, when the settings say so. */
  readonly publicAddress: string | null
  /** The super administrator's, when it was made just now. */
  readonly firstPassword: string | null
  readonly rootPasswordFromEnv: boolean
  readonly stores: Stores
  /** Stops accepting, lets streams finish for a while, flushes, closes. */
  close(): Promise<void>
}

const sweepMs = 50
/** How long the last words of streams may take once they are ended. */
const lastWordsMs = 3_000

const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))

/** Opens everything in order and listens. What was opened is closed again when a later part fails. */
export async function openServer(context: ServerContext): Promise<OpenServer> {
  const stack = new AsyncDisposableStack()
  try {
    return await open(context, stack)
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function open(context: ServerContext, stack: AsyncDisposableStack): Promise<OpenServer> {
  const { config, log, clock } = context
  const stores = await openStores(context)
  stack.defer(() => stores.database.close())
  const nodes = await knownNodes(context, stores)
  const redis = await connectRedis(context, nodes, stack)
  const firstPassword = await fillIfEmpty(context, stores)
  const keys = createKeyCache({ ...stores, clock })
  const snapshot = await createCurrentSnapshot(stores, keys)
  const transports = openTransports(stack)
  const memory = createBodyMemory(() => memoryLimits(snapshot.get().settings))
  const parts = { ...context, ...stores, memory, keys, snapshot, transports, redis, nodes }
  const base = { ...parts, ...openAttempts(parts, stack) }
  const shared = { ...base, tasks: openTasks(base, stack) }
  const { gateway, loaded } = await openGateway(shared, stack)
  const served = { ...shared, ...openOverGateway(shared, gateway, stack) }
  const guards = guardsOf(context, redis, snapshot.get().settings)
  const mailPort = () => mailPortOf(snapshot.get().settings)
  const telegram = openTelegram(shared, stack)
  const paying = openPayments(shared)
  const api = createApi({
    ...served,
    ...guards,
    mailPort,
    bot: telegram.bot,
    signIns: signInProviders({ transport: transports.http, log }),
    ...paying,
    ...moneyOf(stores),
    version: manifest.version,
    startedAt: clock.now(),
  })
  const deliver = delivery({ ...shared, mailPort, bot: telegram.bot })
  await runJobs({ ...served, ...ledgerOf(stores), deliver, ...paying }, stack)
  const table = context.hooks ?? hookTable({ ...paying, ...telegram })
  const hooks = createHooks({ ...shared, ...guards, table })
  const server = createApp({
    gateway,
    api,
    hooks,
    site: createStaticSite(consoleFolder, () => widgetOrigin(snapshot.get().settings)),
    trustedProxies: config.trustedProxies,
    proxies: guards.proxies,
    clock,
    settings: () => snapshot.get().settings,
    readiness: readinessOf(stores, clock, { redis, nodes }),
  })
  const closeUnused = watchUnused(server)
  await listen(server, config)
  stack.defer(() => stopListening(server, { gateway, hooks, closeUnused }, config.drainMs))
  await answerCommands(context, stores, stack)
  stack.defer(watchGateway(context, { gateway, loaded }))
  return {
    address: localAddress(config.host, addressOf(server).port),
    publicAddress: snapshot.get().settings.ServerAddress || null,
    firstPassword,
    rootPasswordFromEnv: firstPassword === null && (await firstUsesEnv(config, stores)),
    stores,
    close: () => stack.disposeAsync(),
  }
}

function openTransports(stack: AsyncDisposableStack): Transports {
  const transports: Transports = { http: undiciTransport(), sandbox: sandboxTransport() }
  stack.defer(() => transports.http.close())
  return transports
}

const fillIfEmpty = ({ config, clock }: ServerContext, stores: Stores): Promise<string | null> =>
  prepareFirstStart({
    ...stores,
    ledger: stores.ledger.writer,
    clock,
    rootPassword: config.rootPassword,
  })

const moneyOf = ({ ledger, incarnation, ...stores }: Stores) => ({
  ledger: { reader: ledger.reader },
  money: moneyActs(ledger.writer, incarnation, { ...stores, within: ledger.within }),
})

const ledgerOf = ({ ledger, database }: Stores) => ({
  ledger: ledger.writer,
  reader: ledger.reader,
  dialect: database.dialect,
})

/** From here on this process owns its holds; what processes before it left is given back first. */
async function runJobs(parts: JobParts, stack: AsyncDisposableStack): Promise<void> {
  const { db, dialect, incarnation } = parts
  await disableUnreadable(parts)
  await expireHolds(parts, dialect === 'sqlite' ? null : silentMs)
  await endLostWorks(parts, parts.clock.now())
  const stop = startJobs(parts)
  stack.defer(async () => {
    stop()
    await endIncarnation(db, dialect, incarnation)
  })
}

const memoryLimits = ({ ProcessMemoryLimit, RequestMemoryLimit }: Settings): MemoryLimits => ({
  process: ProcessMemoryLimit,
  request: RequestMemoryLimit,
})

/** What looks at everybody who comes to the console's calls and to the hooks. */
function guardsOf(
  { attemptLimits, requestLimits, noticeLimits, bodyTimes, config, log }: ServerContext,
  redis: SharedRedis | null,
  { ServerAddress }: Settings,
) {
  const proxies = createProxyWatch(log)
  proxies.expect(ServerAddress, config.trustedProxies)
  return {
    attempts: createAttemptLimiter(attemptLimits ?? defaultAttemptLimits, redis),
    // Five mails to one address in an hour, then one at a time.
    mailsTo: createGrowingWait(
      { keyPrefix: 'mails-to', free: 5, seconds: 3_600, longestSeconds: 900 },
      redis,
    ),
    bodyTimes: bodyTimes ?? defaultBodyTimes,
    calls: createRequestLimiter('calls', requestLimits ?? defaultRequestLimits, redis),
    notices: createRequestLimiter('notices', noticeLimits ?? defaultNoticeLimits, redis),
    proxies,
  }
}

async function knownNodes({ log, clock }: ServerContext, stores: Stores): Promise<LivingNodes> {
  const folders = { ...stores, dialect: stores.database.dialect }
  const nodes = createLivingNodes({ ...folders, log })
  await removeOldMarks(folders, clock.now())
  await nodes.refresh()
  return nodes
}

async function connectRedis(
  { config, log, clock }: ServerContext,
  nodes: LivingNodes,
  stack: AsyncDisposableStack,
): Promise<SharedRedis | null> {
  if (config.redisUrl === null) return null
  const redis = await openRedis(config.redisUrl, { log, clock, nodes: () => nodes.count() })
  stack.defer(() => redis.close())
  return redis
}

/** Commands for a SQLite file that this server has open come to it, where the system has such sockets. */
async function answerCommands(
  { clock, log }: ServerContext,
  stores: Stores,
  stack: AsyncDisposableStack,
): Promise<void> {
  const { file } = stores.database
  if (file === null) return
  try {
    stack.defer(await answerBeside(file, operatorParts(stores, clock)))
  } catch (error) {
    log.warn({ err: error, file }, 'no socket for commands: they need this server to be stopped')
  }
}

/** Whether root signs in for the first time with the password of the environment. */
const firstUsesEnv = async ({ rootPassword }: Config, { accounts }: Stores): Promise<boolean> =>
  rootPassword !== null && (await accounts.findRoot())?.lastLoginAt === null

/** Ready: the database can be written. Without Redis a node serves as well; it counts for itself. */
function readinessOf(
  { db }: Stores,
  clock: Clock,
  { redis, nodes }: { readonly redis: SharedRedis | null; readonly nodes: LivingNodes },
) {
  const canWrite = boundedProbe(() => tryWriting(db), { clock, boundMs: 1_500, keptMs: 1_000 })
  return async (): Promise<Readiness> => {
    if (!(await canWrite())) return { ready: false, words: 'the database cannot be written' }
    const away = redis?.awaySince ?? null
    const without = away === null ? [] : [`without Redis since ${new Date(away).toISOString()}`]
    return { ready: true, words: ['ready', ...without, ...[nodes.apart() ?? []].flat()].join(', ') }
  }
}

async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

/**
 * Connections that have not sent a byte: clients open them in advance, and Node does not count them
 * as idle. Answers what closes them.
 */
function watchUnused(server: Server): () => void {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return () => {
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  }
}

const addressOf = (server: Server): AddressInfo => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address
}

/** What is under way, and how what is not is closed. */
type ClosingParts = {
  readonly gateway: Gateway
  readonly hooks: Hooks
  readonly closeUnused: () => void
}

/**
 * No new connection; those that fall idle close; streams may finish; what is left after a while is ended with a
 * word of it, and what does not take that is cut.
 */
async function stopListening(
  server: Server,
  { gateway, hooks, closeUnused }: ClosingParts,
  drainMs: number,
): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  closeUnused()
  // A connection falls idle when its answer is out, which may be at any moment from now on.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  const limit = setTimeout(() => gateway.stop(), drainMs)
  const end = setTimeout(() => {
    server.closeAllConnections()
    gateway.cut()
  }, drainMs + lastWordsMs)
  server.closeIdleConnections()
  await Promise.all([gateway.drain(), hooks.drain(), closed])
  clearInterval(sweep)
  clearTimeout(limit)
  clearTimeout(end)
}
