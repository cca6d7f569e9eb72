import { Refusal } from '@posthouse/contract/refusal'
import type { BodyMemory } from '../http/body-memory.ts'
import type { Incoming } from '../http/incoming.ts'
import type { Log } from '../lib/log.ts'
import { type BodyTimes, readBytes } from '../http/read-bytes.ts'
import { isUnavailable } from '../db/database-error.ts'
import { refusalFrom } from '../http/refusal-from.ts'
import type { RequestLimiter } from '../http/request-limiter.ts'
import type { Hook, HookAnswer, HookMethod, Notice } from './hook.ts'
import { type FoundHook, hookAt } from './hook-at.ts'

/** Endpoints for machines that are neither browsers nor model clients. */
export type Hooks = {
  handles(pathname: string): boolean
  /** Answers. Never rejects. */
  handle(incoming: Incoming): Promise<void>
  /** Resolves when every call has ended, those of disconnected clients included. */
  drain(): Promise<void>
}

export type HookParts = {
  readonly table: readonly Hook[]
  readonly notices: RequestLimiter
  readonly memory: BodyMemory
  readonly bodyTimes: BodyTimes
  readonly log: Log
}

export function createHooks(parts: HookParts): Hooks {
  const underWay = new Set<Promise<void>>()
  return {
    handles: (pathname) => hookAt(parts.table, pathname) !== null,
    async handle(incoming) {
      const found = hookAt(parts.table, incoming.url.pathname)
      if (found === null) throw new Error('no hook at this address')
      const answering = answer(incoming, found, parts)
      underWay.add(answering)
      await answering
      underWay.delete(answering)
    },
    async drain() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

async function answer(incoming: Incoming, found: FoundHook, parts: HookParts): Promise<void> {
  try {
    send(incoming, await answerTo(incoming, found, parts))
  } catch (error) {
    refuse(incoming, error, { ...parts, hook: found.hook })
  }
}

async function answerTo(
  incoming: Incoming,
  { hook, params }: FoundHook,
  parts: HookParts,
): Promise<HookAnswer> {
  // First of all, so that guesses at addresses are counted as well.
  await parts.notices.count(incoming.address)
  const method = methodOf(incoming, hook)
  const memory = parts.memory.lease()
  memory.claim(`address:${incoming.address}`)
  try {
    const body = await readBytes(incoming.request, hook.bodyBytesMax, memory, parts.bodyTimes)
    const { cookie: _cookie, ...headers } = incoming.request.headers
    const { id: requestId, address, receivedAt, url } = incoming
    const query = url.searchParams
    const notice = { requestId, method, params, query, headers, body, address, receivedAt }
    return await handled(notice, { ...parts, hook })
  } finally {
    memory.release()
  }
}

/** Refuses a method that the hook does not have, and names the ones it has in `allow`. */
function methodOf({ request, response }: Incoming, { methods }: Hook): HookMethod {
  const method = methods.find((one) => one === request.method)
  if (method !== undefined) return method
  response.setHeader('allow', methods.join(', '))
  throw new Refusal('request.method', { method: request.method ?? '' })
}

type HookContext = Pick<HookParts, 'log'> & { readonly hook: Hook }

async function handled(notice: Notice, { hook, log }: HookContext): Promise<HookAnswer> {
  const verified = await hook.handler(notice)
  if (verified === null) throw new Refusal('hook.signature', {})
  const answer = await verified.handle()
  const { requestId: request } = notice
  const { signer } = verified
  log.info({ request, hook: hook.name, signer, status: answer.status }, 'a notice')
  return answer
}

function refuse(incoming: Incoming, error: unknown, { hook, log }: HookContext): void {
  const { id: request, response } = incoming
  const away = isUnavailable(error)
    ? new Refusal('database.busy', {}, { retryAfterSeconds: 5 })
    : null
  const refusal = away ?? refusalFrom(error, request)
  if (refusal === null) {
    log.debug({ request, hook: hook.name }, 'the client left')
    return void response.destroy()
  }
  if (refusal.code === 'server.error') {
    log.error({ request, hook: hook.name, err: error }, 'a hook failed')
  } else {
    log.debug({ request, hook: hook.name, code: refusal.code }, 'refused')
  }
  const { retryAfterSeconds } = refusal.extras
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', retryAfterSeconds)
  send(incoming, {
    status: refusal.status,
    contentType: 'text/plain; charset=utf-8',
    body: `${refusal.text('en')}\n`,
  })
}

function send({ response }: Incoming, { status, contentType, body }: HookAnswer): void {
  response.writeHead(status, {
    'content-type': contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}
