import { walletOf } from '@posthouse/ledger/account'
import { tokens as keys } from './domain/tokens/token-noun.ts'
import type { Spending } from './gateway/gateway-parts.ts'
import { createHealth, type Health } from './domain/channels/health.ts'
import { disableKey } from './domain/channels/disable-key.ts'
import { createChatCache } from './gateway/reply/chat-cache.ts'
import { createGateway, type Gateway } from './gateway/gateway.ts'
import { createBodyWorkers } from './codec/body-workers.ts'
import { createRecorder, type Recorder } from './domain/usage-log/recorder.ts'
import { memorySignatures, redisSignatures } from './codec/reasoning/signature-store.ts'
import { createTokenCounter } from './charging/token-counter.ts'
import type { BodyMemory } from './http/body-memory.ts'
import { isForeign } from './http/cross-origin.ts'
import { sessionCookieOf } from './api/session-cookie.ts'
import { requestId } from './lib/ids.ts'
import { watchLoop } from './lib/loop-watch.ts'
import { createLimits } from './domain/limits/limits.ts'
import { memoryStore } from './domain/limits/memory-store.ts'
import { redisStore } from './domain/limits/redis-store.ts'
import type { Stores, StoresContext } from './open-stores.ts'
import type { SharedRedis } from './redis/shared-redis.ts'
import type { CurrentSnapshot } from './domain/snapshot/current-snapshot.ts'
import type { KeyCache } from './domain/tokens/key-entry.ts'
import { createDeadKeys, type DeadKeys } from './upstream/dead-keys.ts'
import type { Tasks } from './tasks/create-tasks.ts'
import { openSpool } from './http/spool.ts'
import { createSupplierCounter } from './upstream/count-tokens.ts'
import { createForgetting } from './domain/channels/responses-finding.ts'
import { testChannel } from './channel-tests/test-channel.ts'
import type { Transports } from './upstream/transport/transports.ts'
import { writeRecords } from './domain/usage-log/write-records.ts'

type GatewayContext = StoresContext &
  Stores & {
    readonly keys: KeyCache
    readonly snapshot: CurrentSnapshot
    readonly transports: Transports
    readonly redis: SharedRedis | null
    readonly memory: BodyMemory
    readonly tasks: Tasks
  } & Attempts

type Attempts = {
  readonly health: Health
  readonly recorder: Recorder
  readonly deadKeys: DeadKeys
}

/** What a key has and has used: itself, where it has a limit, else its owner. */
const spendingOf =
  ({ db, ledger, rollups, clock }: GatewayContext): Spending =>
  async ({ token, owner }) => {
    if (!token.unlimited) {
      const { remaining, used } = await keys.find(db, { caller: owner, now: clock.now() }, token.id)
      return { left: remaining, used }
    }
    const { balance } = await ledger.reader.balance(walletOf(owner.id))
    return { left: balance, used: (await rollups.totalOf(owner.id)).quota }
  }

/** Counting what is held may take this long before the rest is estimated by its size. */
const countingMs = 200

export type OpenGateway = {
  readonly gateway: Gateway
  /** Settles when everything that is loaded after the start is there. */
  readonly loaded: Promise<void>
}

/** What gateway and tasks report attempts to. */
export function openAttempts(
  context: Omit<GatewayContext, 'tasks' | keyof Attempts>,
  stack: AsyncDisposableStack,
): Attempts {
  const { db, incarnation, log, snapshot, clock } = context
  const health = createHealth(clock, () => snapshot.get().settings.RetryCooldownSeconds)
  const recorder = createRecorder(
    (batch) => writeRecords(db, batch, incarnation),
    (rows, error) => log.warn({ rows, err: error }, 'records of attempts were lost'),
  )
  stack.defer(() => recorder.flush())
  const deadKeys = createDeadKeys({
    ...context,
    health,
    snapshot: () => snapshot.get(),
    probe: (channel, model) => {
      const privateAllowed = snapshot.get().settings.PrivateBaseUrlsAllowed
      return testChannel(channel, model, { ...context, privateAllowed })
    },
    disable: async (key) => void (await disableKey(key, context)),
  })
  return { health, recorder, deadKeys }
}

/** Makes what only the gateway uses, and the gateway. */
export async function openGateway(
  context: GatewayContext,
  stack: AsyncDisposableStack,
): Promise<OpenGateway> {
  const { clock, redis, snapshot, sessions } = context
  const store = redis === null ? memoryStore(clock) : redisStore(redis)
  stack.defer(() => store.close())
  const spool = openSpool()
  stack.defer(() => spool.close())
  const bodies = createBodyWorkers()
  stack.defer(() => bodies.close())
  const tokens = createTokenCounter({ monotonic: () => clock.monotonic(), deadlineMs: countingMs })
  // Until the encodings are there, sizes are estimated.
  const loaded = tokens.load()
  const gateway = createGateway({
    ...context,
    snapshot: () => snapshot.get(),
    ledger: context.ledger.writer,
    spending: spendingOf(context),
    limits: createLimits(store, requestId),
    tokens,
    supplierCounts: createSupplierCounter(context, (toCount) =>
      bodies.compute('countQuestion', toCount, toCount.body.length),
    ),
    bodies,
    spool,
    cache: createChatCache(),
    signatures: redis === null ? memorySignatures() : redisSignatures(redis),
    signedIn: async ({ request, hosts, secure }) => {
      const { headers } = request
      if (isForeign({ headers, hosts }, snapshot.get().settings.ServerAddress)) return null
      const session = await sessions.find(sessionCookieOf(headers.cookie, secure))
      return session?.account.id ?? null
    },
    forgetResponses: createForgetting({ ...context, snapshot }),
  })
  return { gateway, loaded }
}

/**
 * Warns when the event loop is blocked, once the server has started: loading code blocks it. Returns what ends
 * the watch.
 */
export function watchGateway(
  { clock, log }: Pick<StoresContext, 'clock' | 'log'>,
  { gateway, loaded }: OpenGateway,
): () => void {
  let end: (() => void) | null = null
  const warn = (ms: number): void =>
    log.warn({ ms, requests: gateway.largest() }, 'the event loop was blocked')
  const ended = new AbortController()
  void loaded.then(() =>
    // After what the caller still does in this turn.
    setImmediate(() => {
      if (!ended.signal.aborted) end = watchLoop(clock, warn)
    }),
  )
  return () => {
    ended.abort()
    end?.()
  }
}
