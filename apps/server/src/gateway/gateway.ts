import type { IncomingMessage } from 'node:http'
import type { Language } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import { languageOf } from '../http/language.ts'
import type { Incoming } from '../http/incoming.ts'
import type { Exchange } from './exchange.ts'
import type { GatewayParts, Lookup } from './gateway-parts.ts'
import { estimate } from './lookups/estimate.ts'
import { answerFor, answerLookup, lookupAt } from './answer-lookup.ts'
import { retryTask, type TaskRetry } from './task-calls/retry-task.ts'
import { pipeline } from './pipeline.ts'
import { isEstimate } from './reply/cost-terms.ts'
import { refuse } from './refuse.ts'
import { Reply } from './reply/reply.ts'
import { type Addressed, dialectAt, isModelApi, surfaceAt } from './addresses/surfaces.ts'

export type Gateway = {
  /** Whether a path belongs to the model APIs. */
  handles(pathname: string): boolean
  /** Never rejects. */
  handle(incoming: Incoming): Promise<void>
  /** Retries a task for the console and returns the id of the new one. Refuses like the gateway. */
  readonly retryTask: (retry: TaskRetry) => Promise<string>
  openStreams(): number
  /** Ids of at most ten open requests, largest bodies first. */
  largest(): readonly string[]
  /** Refuses new requests and waits for open ones. */
  drain(): Promise<void>
  /** Ends open requests with an error event and charges what was delivered. */
  stop(): void
  /** Aborts open requests, background responses included. */
  cut(): void
}

/** Chat clients run in browsers. Any origin may call with a key, none with a cookie. */
const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'x-request-id, retry-after, retry-after-ms, x-should-retry, x-posthouse-cost, x-posthouse-cache, x-posthouse-dropped, x-posthouse-output-limit, x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests',
} as const

const preflight = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, x-api-key, x-goog-api-key, api-key, mj-api-secret, x-goog-api-client, x-posthouse-cost, x-posthouse-estimate, x-posthouse-max-cost, openai-beta, anthropic-version, anthropic-beta, anthropic-dangerous-direct-browser-access',
  'access-control-max-age': 86_400,
} as const

const lookupFor = ({ url, request }: Incoming, addressed: Addressed | null): Lookup | null => {
  const lookup = lookupAt(url.pathname, request.headers)
  return lookup === null && addressed !== null && isEstimate(request.headers) ? estimating : lookup
}

const estimating: Lookup = { answers: { POST: estimate } }

/** The refusal for an unknown address, or a known one with another method or protocol. */
function misdirected(
  incoming: Incoming,
  addressed: Addressed | null,
  lookup: Lookup | null,
): Refusal | null {
  // Codex tries a WebSocket first and falls back when it is refused. Other upgrade offers may be ignored.
  if (/\bwebsocket\b/i.test(incoming.request.headers.upgrade ?? '')) {
    return new Refusal('request.upgrade', {})
  }
  if (lookup === null && addressed === null) {
    return new Refusal('request.not-found', { path: incoming.url.pathname })
  }
  const { method = 'GET' } = incoming.request
  const isRight = lookup === null ? method === 'POST' : answerFor(lookup, { incoming }) !== null
  return isRight ? null : new Refusal('request.method', { method })
}

/** English for API clients, which match error texts; the console's own language for its users. */
const languageFor = ({ headers }: IncomingMessage): Language =>
  headers['x-posthouse-origin'] === 'console' ? languageOf(headers['accept-language']) : 'en'

const idsOf = (exchanges: readonly Exchange[]): readonly string[] =>
  exchanges
    .toSorted((one, other) => other.memory.held() - one.memory.held())
    .slice(0, 10)
    .map(({ incoming }) => incoming.id)

/** Names the supported methods or protocols in the headers. */
function redirect({ reply }: Exchange, { code }: Refusal, lookup: Lookup | null): void {
  if (code === 'request.method') {
    reply.addHeader('allow', Object.keys(lookup?.answers ?? { POST: 0 }).join(', '))
  }
  if (code === 'request.upgrade') {
    // RFC 9110 §7.8 and §15.5.22 require both.
    reply.addHeader('upgrade', 'HTTP/1.1')
    reply.addHeader('connection', 'close, upgrade')
  }
}

/** Counts an unread answer against the memory budget until the client has taken it. */
function holdUntaken({ reply, memory }: Exchange): void {
  memory.count(reply.untakenBytes - memory.held())
  void reply.taken().then(() => memory.release())
}

const stopping = (): Refusal => new Refusal('server.stopping', {}, { retryAfterSeconds: 5 })

export const createGateway = (parts: GatewayParts): Gateway => ({
  ...answering(parts),
  retryTask: (retry) => retryTask(parts, retry),
})

function answering(parts: GatewayParts): Omit<Gateway, 'retryTask'> {
  let open = 0
  let draining = false
  let drained: (() => void) | null = null
  const running = new Map<Exchange, Lookup | null>()

  const answer = async (incoming: Incoming): Promise<void> => {
    const addressed = surfaceAt(incoming.url)
    const exchange = exchangeOf(parts, incoming, addressed)
    for (const [name, value] of Object.entries(crossOrigin)) exchange.reply.addHeader(name, value)
    if (incoming.request.method === 'OPTIONS') return exchange.reply.send(204, preflight, '')
    if (draining) return refuse(exchange, stopping())
    const lookup = lookupFor(incoming, addressed)
    const refusal = misdirected(incoming, addressed, lookup)
    if (refusal !== null) {
      redirect(exchange, refusal, lookup)
      return refuse(exchange, refusal)
    }
    running.set(exchange, lookup)
    try {
      await (lookup === null ? pipeline(parts, exchange) : answerLookup(parts, exchange, lookup))
    } finally {
      running.delete(exchange)
      holdUntaken(exchange)
    }
  }
  return {
    handles: isModelApi,
    handle: async (incoming) => {
      open += 1
      try {
        await answer(incoming)
      } catch (error) {
        parts.log.error({ request: incoming.id, error }, 'the gateway failed')
        incoming.response.destroy()
      } finally {
        open -= 1
        if (open === 0) drained?.()
      }
    },
    openStreams: () => open,
    largest: () => idsOf([...running.keys()]),
    drain: () => {
      draining = true
      return new Promise((resolve) => {
        drained = resolve
        if (open === 0) resolve()
      })
    },
    stop: () => {
      for (const [exchange, lookup] of running) {
        exchange.reply.stop(stopping())
        // Lookups have no money to settle.
        if (lookup !== null) refuse(exchange, stopping())
      }
    },
    cut: () => {
      parts.tokens.hurry()
      for (const { reply } of running.keys()) reply.cut()
    },
  }
}

function exchangeOf(
  parts: GatewayParts,
  incoming: Incoming,
  addressed: Addressed | null,
): Exchange {
  const { id, request, response, url } = incoming
  const surface = addressed?.surface ?? dialectAt(url.pathname)
  const listed = surface.listed === true
  const numbered = surface.numbered === true
  return {
    incoming,
    surface,
    named: addressed?.named ?? null,
    snapshot: parts.snapshot(),
    reply: new Reply({ request, response, listed, numbered }, { 'x-request-id': id }),
    memory: parts.memory.lease(),
    language: languageFor(request),
    startedAt: parts.clock.monotonic(),
  }
}
