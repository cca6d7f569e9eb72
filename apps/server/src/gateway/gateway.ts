import { Refusal } from '@posthouse/contract/refusal'
import type { Incoming } from '../http/incoming.ts'
import { identify } from './1-authenticate.ts'
import type { Exchange } from './exchange.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { pipeline } from './pipeline.ts'
import { refuse } from './refuse.ts'
import { Reply } from './reply.ts'
import { modelById, modelList } from './surfaces/openai-models.ts'
import { type Addressed, decoded, dialectAt, isModelApi, surfaceAt } from './surfaces/surfaces.ts'

/** The data plane. */
export type Gateway = {
  /** Whether a path is one of the model APIs. */
  handles(pathname: string): boolean
  /** Answers. Never rejects. */
  handle(incoming: Incoming): Promise<void>
  /** Requests under way. */
  openStreams(): number
  /** Refuses what is new and waits for what is under way. */
  drain(): Promise<void>
}

/** Chat clients run in browsers. Any origin may call with a key; nobody with a cookie. */
const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'x-request-id, retry-after, x-posthouse-cost, x-posthouse-cache, x-posthouse-dropped, x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests',
} as const

const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'authorization, content-type, x-api-key, x-goog-api-key, x-goog-api-client, x-posthouse-cost, openai-beta, anthropic-version, anthropic-beta, anthropic-dangerous-direct-browser-access',
  'access-control-max-age': 86_400,
} as const

const modelsPath = '/v1/models'

const isModelsPath = (pathname: string): boolean =>
  pathname === modelsPath || pathname.startsWith(`${modelsPath}/`)

/** An address that is none of ours, or a known one with another method. */
function misdirected(
  { url, request }: Incoming,
  addressed: Addressed | null,
  isModels: boolean,
): Refusal | null {
  if (!isModels && addressed === null) {
    return new Refusal('request.not-found', { path: url.pathname })
  }
  const method = request.method ?? 'GET'
  return method === (isModels ? 'GET' : 'POST') ? null : new Refusal('request.method', { method })
}

export function createGateway(parts: GatewayParts): Gateway {
  let open = 0
  let draining = false
  let drained: (() => void) | null = null

  const answer = async (incoming: Incoming): Promise<void> => {
    const { pathname } = incoming.url
    const addressed = surfaceAt(pathname)
    const exchange = exchangeOf(parts, incoming, addressed)
    for (const [name, value] of Object.entries(crossOrigin)) exchange.reply.addHeader(name, value)
    if (incoming.request.method === 'OPTIONS') return exchange.reply.send(204, preflight, '')
    if (draining) {
      return refuse(exchange, new Refusal('server.stopping', {}, { retryAfterSeconds: 5 }))
    }
    const isModels = isModelsPath(pathname)
    const refusal = misdirected(incoming, addressed, isModels)
    if (refusal !== null) {
      if (refusal.code === 'request.method')
        exchange.reply.addHeader('allow', isModels ? 'GET' : 'POST')
      return refuse(exchange, refusal)
    }
    await (isModels ? listModels(parts, exchange) : pipeline(parts, exchange))
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
    drain: () => {
      draining = true
      return new Promise((resolve) => {
        drained = resolve
        if (open === 0) resolve()
      })
    },
  }
}

function exchangeOf(
  parts: GatewayParts,
  incoming: Incoming,
  addressed: Addressed | null,
): Exchange {
  return {
    incoming,
    surface: addressed?.surface ?? dialectAt(incoming.url.pathname),
    named: addressed?.named ?? null,
    snapshot: parts.snapshot(),
    reply: new Reply(incoming.request, incoming.response, { 'x-request-id': incoming.id }),
    startedAt: parts.clock.monotonic(),
  }
}

async function listModels(parts: GatewayParts, exchange: Exchange): Promise<void> {
  try {
    const caller = await identify(parts, exchange)
    const { pathname } = exchange.incoming.url
    const body =
      pathname === modelsPath
        ? modelList(exchange, caller)
        : modelById(exchange, caller, decoded(pathname.slice(modelsPath.length + 1)))
    exchange.reply.send(200, { 'content-type': 'application/json' }, body)
  } catch (error) {
    if (error instanceof Refusal) return refuse(exchange, error)
    parts.log.error({ request: exchange.incoming.id, error }, 'a request met a bug')
    refuse(exchange, new Refusal('server.error', { request: exchange.incoming.id }))
  }
}
